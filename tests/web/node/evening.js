/** A tournament for the tests: four players, round 1 of a round robin. */

export const SETTINGS = {
  preset: "lange-narde", overrides: {}, length: 1, stake: 1, control: { timing: "none", bank: 0, extra: 0 },
  public: false, watchers: true, watch_delay: 0, teaching: false, title: "",
};

export const CONFIG = {
  title: "Friday", format: "round_robin", matches: SETTINGS, rounds: 0, double: false, lives: 2, cut: 0,
  third_place: false, consolation: false, grand_final: "reset", order: "fold", apart: [], no_show: "director",
};

export function head(changes = {}) {
  return {
    config: CONFIG, phase: "running", check_in: true, paired: 1, rounds: 3, played_out: false, advice: "ok",
    proposal: null, estimated_end: null, paused: null, break_until: null, announcement: null, featured: null,
    pinned: false, late: [], choices: [], finish: null, ...changes,
  };
}

export function player(id, name, seed) {
  return { id, name, seed, joined: 1, here: "yes", device: true, gone: null };
}

export function match(id, table, a, b, changes = {}) {
  return {
    match: id, table, a, b, stage: "", room: null, ready: [], started: null, score: [0, 0], claims: {},
    disputed: false, result: null, source: null, reason: "", reported: null, corrections: [], ...changes,
  };
}

export function round(number, matches, changes = {}) {
  return {
    number, kind: "round_robin", matches, byes: [], started: null, ends: null, closed: false, edits: [], ...changes,
  };
}

export const WAITING = { why: "play", match: "r1t1", start_button: true, points: 0, next_round: null };

/** What a newcomer is told. */
export function complete(changes = {}) {
  return {
    type: "tournament", tournament: "ABCDEF", version: 9, at: 1_000_000, head: head(),
    players: [player("p1", "Ada", 1), player("p2", "Bo", 2), player("p3", "Cy", 3), player("p4", "Di", 4)],
    rounds: [round(1, [match("r1t1", 1, "p1", "p4"), match("r1t2", 2, "p2", "p3")], { started: 1, ends: 1_600_000 })],
    play_offs: [], standings: { through: 0, rows: [], tie_breaks: ["points", "de", "sb"], before: {}, ties: [] },
    bracket: [], journal: [line(1, "tournament_created"), line(9, "round_started", { round: 1 })], ...changes,
  };
}

/** Something that has changed. */
export function news(changes = {}) {
  return {
    type: "tournament", tournament: "ABCDEF", version: 10, at: 1_001_000, head: null, players: null, rounds: [],
    play_offs: null, standings: null, bracket: null, journal: [], ...changes,
  };
}

export function line(version, type, fields = {}, source = "director") {
  return { version, at: 1_000_000, source, event: { type, ...fields } };
}

export function you(role = "player", changes = {}) {
  const played = role === "player" ? { player: "p1", waiting: WAITING } : { player: null, waiting: null };
  return { type: "tournament_you", tournament: "ABCDEF", you: { role, device: "me", ...played, ...changes } };
}
