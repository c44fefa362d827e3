"""Load for a server: many rooms whose players really play, measured, with every board checked at the end."""
