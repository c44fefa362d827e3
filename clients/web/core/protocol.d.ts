// The types of the wire, made from protocol/schema.json by `python -m tests.tools.typescript`.

/**
 * The command is done. `version`: it is in the log up to there; `room`: the room it made or found.
 *
 * `tournament`: the tournament that it made.
 */
export interface Ack {
  type: "ack";
  id: string;
  version: number;
  room: string | null;
  tournament: string | null;
}

export interface Announce {
  type: "announce";
  text: string;
}

/**
 * The checkers on own point `point` cannot move by `die`.
 */
export interface Blocked {
  die: number;
  point: number;
  reason: Reason;
}

/**
 * A match to be. A side is a player, or None with where he comes from: `winner M1`, `loser W2`, or nobody: ``.
 */
export interface BracketNode {
  match: string;
  stage: string;
  a: string | null;
  b: string | null;
  a_from: string;
  b_from: string;
  winner: string | null;
  needed: boolean;
}

/**
 * Let it begin anew.
 */
export interface CancelMatch {
  type: "cancel_match";
  match: string;
  reason: string;
}

/**
 * Gul Bara: all four were used, so four of the next higher number follow without a throw.
 */
export interface CascadeContinued {
  type: "cascade_continued";
  color: Color;
  dice: number[];
}

/**
 * `coming`: he is expected; only the director and his helpers say so.
 */
export interface CheckIn {
  type: "check_in";
  player: string;
  coming?: boolean;
}

/**
 * How a match on a wooden board ended: the points of side a first, whoever says it.
 */
export interface Claim {
  type: "claim";
  match: string;
  player: string;
  score: [number, number];
}

/**
 * The opponent has been away for too long: the match is won.
 */
export interface ClaimWin {
  type: "claim_win";
  id: string;
  room: string;
}

/**
 * Milliseconds left as of `since` (server time); the clock of `running` goes.
 */
export interface ClocksSet {
  type: "clocks_set";
  white: number;
  black: number;
  running: Color | null;
  since: number;
}

/**
 * Milliseconds left at the time of sending; `delay` of it is still free before the running bank moves.
 *
 * On the wire it is a list.
 */
export type ClocksView = [number, number, Color | null, number];

export interface CloseCheckIn {
  type: "close_check_in";
}

/**
 * A side of the board. Who begins is decided by the roll-off, not by the colour.
 */
export type Color = "black" | "white";

export type Command = Hello | CreateRoom | QuickPair | ListRooms | Subscribe | Unsubscribe | Sit | StandUp | InviteBot | Throw | Step | Undo | Done | Play | HandOver | Resign | Rematch | ClaimWin | Say | Sync | GetRecord | ListGames | OfferDevice | UseDeviceCode | CreateTournament | ListTournaments | OpenTournament | LeaveTournament | Conduct | IssueKey | OfferDirector | UseDirectorCode | ImportTournament;

export interface Commit {
  at: number;
  events: Event[];
}

/**
 * Ask something of a tournament that this connection has opened.
 */
export interface Conduct {
  type: "conduct";
  id: string;
  tournament: string;
  act: Configure | OpenCheckIn | CloseCheckIn | Merge | Start | PairRound | Swap | StartRound | UndoRound | ExtendClock | CancelMatch | Correct | PlayOff | Pause | Resume | TakeBreak | Announce | Feature | Finish | Reopen | Report | Register | Rename | CheckIn | Withdraw | Return | Ready | Claim;
}

/**
 * What is played. `matches`: how the rooms are made; the length of a match is there.
 *
 * `rounds`: of a Swiss, 0 as many as suit its players; with `lives` 0 until one is left. `cut`: so many go on from the
 * first stage to single elimination. `apart`: pairs of players who are not paired with each other. `no_show`: who
 * forfeits a match to which somebody does not come, or what every five minutes cost him.
 */
export interface Config {
  title: string;
  format: "double_elimination" | "lives" | "round_robin" | "single_elimination" | "swiss";
  matches: Settings;
  rounds: number;
  double: boolean;
  lives: number;
  cut: number;
  third_place: boolean;
  consolation: boolean;
  grand_final: "reset" | "single";
  order: "fold" | "random";
  apart: [string, string][];
  no_show: "automatic" | "director" | "penalty";
}

/**
 * Before the start everything; after it the number of rounds of a Swiss, no-shows and who is kept apart.
 */
export interface Configure {
  type: "configure";
  config: Config;
}

/**
 * A clock: `bank` and `extra` in milliseconds (engine/clock.py).
 */
export interface Control {
  timing: "delay" | "fischer" | "none";
  bank: number;
  extra: number;
}

export interface Correct {
  type: "correct";
  match: string;
  result: Result;
  reason: string;
}

/**
 * `before` was the result until then.
 */
export interface CorrectionView {
  at: number;
  source: "director" | "helper" | "player" | "server";
  reason: string;
  before: Result;
  after: Result;
}

/**
 * `seat`: which seats the creator takes; `both` only in a teaching room.
 */
export interface CreateRoom {
  type: "create_room";
  id: string;
  settings?: Partial<Settings>;
  seat?: "black" | "both" | "none" | "random" | "white";
}

/**
 * Answered by Ack and then Key, the director's.
 */
export interface CreateTournament {
  type: "create_tournament";
  id: string;
  config: Config;
}

/**
 * What the other device has to say within `expires_ms`.
 */
export interface DeviceCode {
  type: "device_code";
  code: string;
  expires_ms: number;
}

/**
 * Gul Bara: dice that the opponent could not use; `color` plays what can be played, then throws.
 */
export interface DiceCarried {
  type: "dice_carried";
  color: Color;
  dice: number[];
}

/**
 * The player's own throw. `opening`: no new throw, the two opening dice are played.
 */
export interface DiceThrown {
  type: "dice_thrown";
  color: Color;
  dice: [number, number];
  opening: boolean;
}

/**
 * Six digits that make another device the director's, within `expires_ms`.
 */
export interface DirectorCode {
  type: "director_code";
  code: string;
  expires_ms: number;
}

export interface Done {
  type: "done";
  id: string;
  room: string;
  turn: number;
}

/**
 * Who changed places in a published round, as (match, a, b) before and after.
 */
export interface EditView {
  at: number;
  reason: string;
  before: [string, string, string][];
  after: [string, string, string][];
}

export type Ending = "abandoned" | "borne_off" | "draw" | "flag" | "resigned";

/**
 * The command is refused and nothing has changed. `id` is None when the frame had none that could be read.
 *
 * With `room` it answers nothing: that room is closed to you from now on, or forgotten.
 *
 * `code` is one of protocol.errors.Code, engine.errors.Reason or protocol.tournament.errors.Wrong; `points` are own
 * points of the asker, `concerned` matches or players of a tournament; `detail` is a sentence in English for
 * developers and for clients that have no text of their own for the code.
 */
export interface ErrorMessage {
  type: "error";
  id: string | null;
  code: string;
  detail: string;
  points: number[];
  concerned: string[];
  room: string | null;
}

export type Event = RoomCreated | SeatTaken | SeatLeft | PlayerOffline | PlayerOnline | MatchStarted | RematchOffered | RematchDeclined | RoomPaused | RoomResumed | RoomClosed | OpeningDieThrown | RollOffTied | RollOffWon | TurnBegan | DiceThrown | CascadeContinued | DiceCarried | Stepped | StepUndone | PlayEnded | TurnHandedOver | GameEnded | GameStarted | ClocksSet | MatchEnded;

/**
 * One version of the room: what happened at `at` (server time in ms). Empty when all of it is hidden from you.
 */
export interface Events {
  type: "events";
  room: string;
  version: number;
  at: number;
  events: Event[];
}

/**
 * So many ms more for this round.
 */
export interface ExtendClock {
  type: "extend_clock";
  round: number;
  by: number;
}

export interface Feature {
  type: "feature";
  match: string | null;
}

export interface Finish {
  type: "finish";
}

/**
 * `winner` None is a draw.
 */
export interface GameEnded {
  type: "game_ended";
  winner: Color | null;
  points: number;
  ending: Ending;
}

/**
 * A finished game in the list. It ended `at` (server time in ms); `plays`: of both players, passes too.
 *
 * `length` of the match in points; 0 for a game that was filed before this was told, and then nothing is known of
 * `overrides` and the clock either.
 */
export interface GameListing {
  room: string;
  match: number;
  game: number;
  at: number;
  white: string;
  black: string;
  winner: Color | null;
  points: number;
  ending: Ending;
  preset: string;
  plays: number;
  length: number;
  overrides: { [name: string]: string | number | boolean | null };
  timing: string;
  bank: number;
  extra: number;
}

/**
 * Game number `game` of the match (1 is the first): all checkers on the heads, both players throw one die.
 */
export interface GameStarted {
  type: "game_started";
  game: number;
  turn: number;
}

/**
 * Finished games of public rooms, the newest first.
 */
export interface Games {
  type: "games";
  games: GameListing[];
}

/**
 * Answered by Ack and then Record: a finished game. Without `game` the last one of the match, or of the room.
 */
export interface GetRecord {
  type: "get_record";
  id: string;
  room: string;
  match?: number | null;
  game?: number | null;
}

/**
 * When, in which round, and why somebody has left.
 */
export interface Gone {
  at: number;
  round: number;
  source: "director" | "helper" | "player" | "server";
  reason: string;
}

/**
 * Teaching: `color` throws next.
 */
export interface HandOver {
  type: "hand_over";
  id: string;
  room: string;
  turn: number;
  color: Color;
}

/**
 * How the tournament stands.
 *
 * `paired`: rounds published so far; those with higher numbers that a client has are void. `rounds`: how many it will
 * have, as far as can be said. `paused`, `announcement`: since when, and the words. `featured`: the match that screens
 * show, by the director's choice (`pinned`) or the most exciting one. `choices`: what the director is asked after a
 * correction. `played_out`: no round will follow.
 */
export interface Head {
  config: Config;
  phase: "finished" | "registration" | "running";
  check_in: boolean;
  paired: number;
  rounds: number;
  played_out: boolean;
  advice: "may_need_rematch" | "offer_round_robin" | "ok" | "refuse";
  proposal: Proposal | null;
  estimated_end: number | null;
  paused: [number, string] | null;
  break_until: number | null;
  announcement: [number, string] | null;
  featured: string | null;
  pinned: boolean;
  late: NoShow[];
  choices: string[];
  finish: "director" | "not_enough_players" | "played" | null;
}

/**
 * Sent every few seconds. A client whose version or digest differs subscribes again.
 */
export interface Heartbeat {
  type: "heartbeat";
  room: string;
  version: number;
  digest: string;
  turn: number;
  at: number;
  clocks: ClocksView | null;
  watchers: number;
}

/**
 * First of all: who is there. Without a token the server makes one and sends it in Welcome, once.
 */
export interface Hello {
  type: "hello";
  id: string;
  token?: string | null;
  name?: string;
}

/**
 * Part number `part`, from 1, of the `parts` of an exported tournament, in order. After the last Ack comes Key.
 */
export interface ImportTournament {
  type: "import_tournament";
  id: string;
  part: number;
  parts: number;
  text: string;
}

/**
 * Let the house bot take the free seat.
 */
export interface InviteBot {
  type: "invite_bot";
  id: string;
  room: string;
  strength?: "random" | "steady";
}

/**
 * Make a key for a link. Answered by Ack and then Key.
 *
 * The director makes any; a player makes his own. `alone`: those made before for the same are void. `office`: the
 * key of the machine's own office, in place of a director's.
 */
export interface IssueKey {
  type: "issue_key";
  id: string;
  tournament: string;
  role: "director" | "helper" | "player";
  player?: string | null;
  alone?: boolean;
  office?: string | null;
}

/**
 * One fact of the log (see PROTOCOL.md, Facts of a tournament), and who asked for it.
 */
export interface JournalLine {
  version: number;
  at: number;
  source: "director" | "helper" | "player" | "server";
  event: { [name: string]: any };
}

/**
 * A secret that you asked for: who has it is taken for what it says. It is not sent again.
 */
export interface Key {
  type: "key";
  tournament: string;
  role: "director" | "helper" | "player";
  key: string;
  player: string | null;
}

/**
 * Follow it no longer. A place in it is kept.
 */
export interface LeaveTournament {
  type: "leave_tournament";
  id: string;
  tournament: string;
}

/**
 * Answered by Ack and then Games.
 */
export interface ListGames {
  type: "list_games";
  id: string;
}

/**
 * Answered by Ack and then Rooms.
 */
export interface ListRooms {
  type: "list_rooms";
  id: string;
}

/**
 * Answered by Ack and then Tournaments.
 */
export interface ListTournaments {
  type: "list_tournaments";
  id: string;
}

/**
 * `white` and `black` are the final score in points.
 */
export interface MatchEnded {
  type: "match_ended";
  winner: Color;
  white: number;
  black: number;
  ending: Ending;
}

/**
 * Both seats are taken (or a rematch is agreed): match number `match` of the room begins.
 */
export interface MatchStarted {
  type: "match_started";
  match: number;
}

/**
 * `score`: game points so far, of a first. `room`: its board, when both play on a device.
 *
 * `stage`: where in a bracket, such as `WB final`. `claims`: what each has said of a wooden board.
 */
export interface MatchView {
  match: string;
  table: number;
  a: string;
  b: string;
  stage: string;
  room: string | null;
  ready: string[];
  started: number | null;
  score: [number, number];
  claims: { [name: string]: [number, number] };
  disputed: boolean;
  result: Result | null;
  source: "director" | "helper" | "player" | "server" | null;
  reason: string;
  reported: number | null;
  corrections: CorrectionView[];
}

/**
 * `player` is the same person as `into`.
 */
export interface Merge {
  type: "merge";
  player: string;
  into: string;
}

export type Message = Welcome | Ack | ErrorMessage | Snapshot | Events | StepGraph | Heartbeat | Said | Rooms | Record | Games | DeviceCode | Sealed | Tournament | TournamentYou | Tournaments | Key | DirectorCode;

/**
 * `missing`: one player or both. `level`: a forfeit happens by itself. `penalty`: game points that it has cost.
 */
export interface NoShow {
  match: string;
  missing: string[];
  level: "alarm" | "forfeit" | "offer";
  penalty: number;
}

/**
 * Leave something for another device of one's own. Answered by Ack and then DeviceCode.
 *
 * `sealed`: what only that device can open, such as the token XORed with a secret that it gets another way.
 */
export interface OfferDevice {
  type: "offer_device";
  id: string;
  sealed: string;
}

/**
 * The director wants another device of his to direct too. Answered by Ack and then DirectorCode.
 */
export interface OfferDirector {
  type: "offer_director";
  id: string;
  tournament: string;
}

export interface OpenCheckIn {
  type: "open_check_in";
}

/**
 * Follow a tournament. Answered by Ack and then Tournament, complete, and after it what changes.
 *
 * `key`: from a link of its director, a helper or a player. A player's key makes this device his; another that played
 * for him no longer does.
 */
export interface OpenTournament {
  type: "open_tournament";
  id: string;
  tournament: string;
  key?: string | null;
}

export interface OpeningDieThrown {
  type: "opening_die_thrown";
  color: Color;
  die: number;
}

/**
 * Publish round `round`, or publish it anew. `anyway`: also with a rematch or a second bye.
 */
export interface PairRound {
  type: "pair_round";
  round: number;
  anyway?: boolean;
}

/**
 * What one round gives: to the points, to Buchholz and to Sonneborn-Berger.
 */
export interface Part {
  round: number;
  deed: "absent" | "bye" | "forfeit_loss" | "forfeit_win" | "open" | "played";
  opponent: string | null;
  points: number;
  buchholz: number;
  sonneborn_berger: number;
}

export interface Pause {
  type: "pause";
  reason?: string;
}

/**
 * All steps of a stage at once, (point, die) each, and done.
 */
export interface Play {
  type: "play";
  id: string;
  room: string;
  turn: number;
  steps: [number, number][];
}

/**
 * A play is complete. `unused`: the dice left over; `blocked`: why each of them cannot be played.
 */
export interface PlayEnded {
  type: "play_ended";
  color: Color;
  unused: number[];
  blocked: Blocked[];
}

export interface PlayOff {
  type: "play_off";
  a: string;
  b: string;
}

/**
 * No connection of this player is left; `at` is server time in ms.
 */
export interface PlayerOffline {
  type: "player_offline";
  color: Color;
  at: number;
}

export interface PlayerOnline {
  type: "player_online";
  color: Color;
}

/**
 * `device`: a phone or tablet plays for him. `joined`: the first round that he can play in.
 */
export interface PlayerView {
  id: string;
  name: string;
  seed: number;
  joined: number;
  here: "coming" | "no" | "yes";
  device: boolean;
  gone: Gone | null;
}

/**
 * `length`: of a match; `minutes`: from the start to the end of the last round.
 */
export interface Proposal {
  format: "double_elimination" | "lives" | "round_robin" | "single_elimination" | "swiss";
  rounds: number;
  length: number;
  minutes: number;
}

/**
 * A seat opposite somebody who waits for the same game, or in a new room where the house bot comes after 5 s.
 */
export interface QuickPair {
  type: "quick_pair";
  id: string;
  settings?: Partial<Settings>;
}

/**
 * He sits at the board.
 */
export interface Ready {
  type: "ready";
  match: string;
  player: string;
}

/**
 * Why a command, a step or a die is refused.
 */
export type Reason = "already_thrown" | "exact_die_needed" | "game_over" | "head_already_played" | "higher_die" | "more_dice_playable" | "no_checker" | "no_game" | "no_such_die" | "not_all_home" | "not_teaching" | "not_your_turn" | "nothing_to_undo" | "play_not_finished" | "point_closed" | "stale_turn" | "throw_first" | "time_over" | "wall" | "wrong_cost";

/**
 * A finished game: its facts from GameStarted to GameEnded without what was taken back, and who sat there.
 */
export interface Record {
  type: "record";
  room: string;
  match: number;
  game: number;
  settings: Settings;
  rules: { [name: string]: string | number | boolean | null };
  white: SeatView;
  black: SeatView;
  commits: Commit[];
}

export interface Register {
  type: "register";
  name: string;
}

/**
 * Offer another match, accept the opponent's offer, or (`accept` false) decline or withdraw it.
 */
export interface Rematch {
  type: "rematch";
  id: string;
  room: string;
  accept?: boolean;
}

export interface RematchDeclined {
  type: "rematch_declined";
  color: Color;
}

export interface RematchOffered {
  type: "rematch_offered";
  color: Color;
}

export interface Rename {
  type: "rename";
  player: string;
  name: string;
}

export interface Reopen {
  type: "reopen";
  reason: string;
}

/**
 * A result that no server has seen: of a wooden board, or a forfeit.
 */
export interface Report {
  type: "report";
  match: string;
  result: Result;
  reason?: string;
}

/**
 * Give the game up. `points` is the cost that was shown and agreed to.
 */
export interface Resign {
  type: "resign";
  id: string;
  room: string;
  points: number;
}

/**
 * `score`: game points of a and b; `mars`: how many of their wins were mars. A forfeit has no points.
 */
export interface Result {
  kind: "double_forfeit" | "forfeit" | "played";
  winner: string | null;
  score: [number, number];
  mars: [number, number];
}

export interface Resume {
  type: "resume";
}

export interface Return {
  type: "return";
  player: string;
}

/**
 * Equal opening dice: both throw again.
 */
export interface RollOffTied {
  type: "roll_off_tied";
  turn: number;
}

/**
 * `color` threw higher and begins.
 */
export interface RollOffWon {
  type: "roll_off_won";
  color: Color;
}

/**
 * The tournament has decided the match elsewhere: nothing more is played here.
 */
export interface RoomClosed {
  type: "room_closed";
}

/**
 * `quick`: made by quick pairing, so the house bot comes when nobody else does. `at`: server time in ms.
 *
 * `tournament`: whose match is played here, as `ABCDEF/r2t3`; then the seats are given, and it begins when both are
 * ready.
 */
export interface RoomCreated {
  type: "room_created";
  settings: Settings;
  at: number;
  quick: boolean;
  tournament: string | null;
}

/**
 * A public room in the list.
 *
 * `watchers`, as far as the server knew when something last happened; `score`, `pips` (still to run) and number of
 * the game `game`, as watchers see them.
 */
export interface RoomListing {
  room: string;
  title: string;
  preset: string;
  overrides: { [name: string]: string | number | boolean | null };
  length: number;
  stake: number;
  timing: string;
  bank: number;
  extra: number;
  white: string | null;
  black: string | null;
  waiting: boolean;
  watchable: boolean;
  created: number;
  watchers: number;
  score: [number, number];
  pips: [number, number];
  game: number;
}

/**
 * The tournament rests: clocks stand still from `at` on, server time in ms.
 */
export interface RoomPaused {
  type: "room_paused";
  at: number;
}

/**
 * The clocks go on; how they stand follows.
 */
export interface RoomResumed {
  type: "room_resumed";
}

/**
 * The public rooms, those that wait for a player first, the newest first.
 */
export interface Rooms {
  type: "rooms";
  rooms: RoomListing[];
}

/**
 * `ends`: when its time is over, with what the director has added; None while it is not started.
 */
export interface RoundView {
  number: number;
  kind: "knockout" | "round_robin" | "swiss";
  matches: MatchView[];
  byes: string[];
  started: number | null;
  ends: number | null;
  closed: boolean;
  edits: EditView[];
}

/**
 * `rank` is shared by equals, and 0 is out of the table. `adjusted`: the score that counts for his opponents.
 *
 * `points_for`, `diff`: game points, at most the length of a match each time. `apart`: what separates him from the
 * next row, by the names of the tie-breaks (`TieBreak` in PROTOCOL.md); None when nothing does.
 */
export interface Row {
  player: string;
  rank: number;
  points: number;
  adjusted: number;
  buchholz: number;
  buchholz_cut1: number;
  sonneborn_berger: number;
  diff: number;
  points_for: number;
  mars: number;
  wins_played: number;
  parts: Part[];
  apart: string | null;
}

/**
 * A line of chat. `seat` is None for a watcher; watchers' lines go to watchers only, players' to players.
 */
export interface Said {
  type: "said";
  room: string;
  at: number;
  player: string;
  name: string;
  seat: Color | null;
  text: string;
  phrase: "good_luck" | "goodbye" | "hello" | "one_moment" | "rematch" | "sorry" | "thanks" | "well_played" | null;
}

/**
 * Chat: a ready phrase or free text. Players talk to players, watchers to watchers.
 */
export interface Say {
  type: "say";
  id: string;
  room: string;
  text?: string;
  phrase?: "good_luck" | "goodbye" | "hello" | "one_moment" | "rematch" | "sorry" | "thanks" | "well_played" | null;
}

/**
 * What another device has left for this one.
 */
export interface Sealed {
  type: "sealed";
  sealed: string;
}

export interface SeatLeft {
  type: "seat_left";
  color: Color;
}

/**
 * `bot`: it is the house bot, of this strength. A seat that somebody had, in a tournament, is his no longer.
 */
export interface SeatTaken {
  type: "seat_taken";
  color: Color;
  player: string;
  name: string;
  bot: "random" | "steady" | null;
}

/**
 * Who sits there. `offline_ms`: how long he has been away, None while he is here.
 */
export interface SeatView {
  player: string;
  name: string;
  bot: "random" | "steady" | null;
  offline_ms: number | null;
}

/**
 * How a room plays. `overrides` are options of engine/rules.py that differ from the preset.
 */
export interface Settings {
  preset: string;
  overrides: { [name: string]: string | number | boolean | null };
  length: number;
  stake: number;
  control: Control;
  public: boolean;
  watchers: boolean;
  watch_delay: number;
  teaching: boolean;
  title: string;
}

/**
 * Take a free seat, the named one or any.
 */
export interface Sit {
  type: "sit";
  id: string;
  room: string;
  seat?: Color | null;
}

/**
 * A room as one viewer sees it, complete. `you`: the seats that are yours.
 *
 * `mars` is what a game costs a loser who has borne nothing off. `score`, `turns` (own throws), `opening` (dice of the
 * roll-off) and `checkers` are White's and Black's. `checkers`: the own point of each checker on the board, from the
 * head down, with the steps of this turn already made. `last_play`: the steps of the turn before. `tournament`: the
 * tournament and the match that are played here, as `ABCDEF/r2t3`.
 */
export interface Snapshot {
  type: "snapshot";
  room: string;
  version: number;
  at: number;
  settings: Settings;
  mars: number;
  white: SeatView | null;
  black: SeatView | null;
  you: Color[];
  phase: "opening" | "over" | "play" | "roll" | "waiting";
  match: number;
  game: number;
  turn: number;
  score: [number, number];
  checkers: [number[], number[]];
  to_move: Color | null;
  turns: [number, number];
  opening: [number | null, number | null];
  stages: StageView[];
  last_play: [number, number][];
  last_turn: boolean;
  clocks: ClocksView | null;
  rematch: Color | null;
  results: number[];
  winner: Color | null;
  watchers: number;
  tournament: string | null;
  paused: boolean;
}

/**
 * One stage of the current turn: the dice on offer and the steps made with them. On the wire it is a list.
 */
export type StageView = [number[], [number, number][], boolean];

/**
 * Give the seat back, before the match begins or after it is over.
 */
export interface StandUp {
  type: "stand_up";
  id: string;
  room: string;
}

/**
 * After `through` rounds. `before`: the ranks one round earlier, for rise and fall. `ties`: who may play off.
 */
export interface Standings {
  through: number;
  rows: Row[];
  tie_breaks: string[];
  before: { [name: string]: number };
  ties: [string, string][];
}

/**
 * `rng_seed` decides all lots; the server draws it, whatever is said here.
 */
export interface Start {
  type: "start";
  rng_seed?: number;
}

export interface StartRound {
  type: "start_round";
  round: number;
}

/**
 * Move the checker on own point `point` by `die`.
 */
export interface Step {
  type: "step";
  id: string;
  room: string;
  turn: number;
  point: number;
  die: number;
}

/**
 * To the player on roll: all legal ways through stage number `stage` (0 is the first) of this turn.
 *
 * A complete play uses `uses` dice. `checkers`: where the own checkers stand at the beginning; `stay` of them stay on
 * 24. `points`: for each number on the dice, the higher first, from where it moves a checker. `off`: (point, die,
 * last), off from there while none stands above `last`. `walls`: first of six points in a row, down and from 1 to 24,
 * that may not all be occupied after a step; if `passing`, only not after the last.
 */
export interface StepGraph {
  type: "step_graph";
  room: string;
  turn: number;
  stage: number;
  dice: number[];
  uses: number;
  checkers: number[];
  stay: number;
  points: number[][];
  off: [number, number, number][];
  walls: number[];
  passing: boolean;
}

/**
 * The player on roll took back the last step of this turn.
 */
export interface StepUndone {
  type: "step_undone";
  point: number;
  die: number;
}

/**
 * The player on roll moved the checker on own point `point` by `die`.
 */
export interface Stepped {
  type: "stepped";
  point: number;
  die: number;
}

/**
 * Follow a room: the events after version `after` when they are few, else a Snapshot.
 */
export interface Subscribe {
  type: "subscribe";
  id: string;
  room: string;
  after?: number | null;
}

/**
 * Let two players change places in the published round. `anyway`: although somebody meets again.
 */
export interface Swap {
  type: "swap";
  round: number;
  one: string;
  other: string;
  reason: string;
  anyway?: boolean;
}

/**
 * Answered by Ack and then Heartbeat.
 */
export interface Sync {
  type: "sync";
  id: string;
  room: string;
}

/**
 * `until`: server time in ms.
 */
export interface TakeBreak {
  type: "take_break";
  until: number;
}

/**
 * Throw the opening die or the dice.
 */
export interface Throw {
  type: "throw";
  id: string;
  room: string;
  turn: number;
}

/**
 * A tournament as everybody sees it. The first one is complete; later ones hold what has changed, whole.
 *
 * Of `rounds` those that have changed, and of the `journal` what is new. `entries` and `matches`: of many players and
 * of a large round only these have changed; each takes the place of the one of its name, or is new.
 */
export interface Tournament {
  type: "tournament";
  tournament: string;
  version: number;
  at: number;
  head: Head | null;
  players: PlayerView[] | null;
  entries: PlayerView[];
  rounds: RoundView[];
  matches: MatchView[];
  play_offs: MatchView[] | null;
  standings: Standings | null;
  bracket: BracketNode[] | null;
  journal: JournalLine[];
}

/**
 * A tournament in the list.
 */
export interface TournamentListing {
  tournament: string;
  title: string;
  format: "double_elimination" | "lives" | "round_robin" | "single_elimination" | "swiss";
  phase: "finished" | "registration" | "running";
  players: number;
  round: number;
  rounds: number;
  created: number;
}

/**
 * What you are in a tournament and what you wait for: after the first Tournament, and whenever it changes.
 */
export interface TournamentYou {
  type: "tournament_you";
  tournament: string;
  you: You;
}

/**
 * The tournaments of this server, the newest first.
 */
export interface Tournaments {
  type: "tournaments";
  tournaments: TournamentListing[];
}

/**
 * `color` is on roll. `turn` counts on through all games of a room and never repeats; `last` is the last turn.
 */
export interface TurnBegan {
  type: "turn_began";
  turn: number;
  color: Color;
  last: boolean;
}

/**
 * Teaching: the dice are void, the position stays, and `color` throws next.
 */
export interface TurnHandedOver {
  type: "turn_handed_over";
  color: Color;
}

/**
 * Take back the last step of this turn, or all of them.
 */
export interface Undo {
  type: "undo";
  id: string;
  room: string;
  turn: number;
  all?: boolean;
}

/**
 * `confirm` is UNDO ROUND and its number.
 */
export interface UndoRound {
  type: "undo_round";
  round: number;
  confirm: string;
}

/**
 * Follow it no longer. A seat is kept.
 */
export interface Unsubscribe {
  type: "unsubscribe";
  id: string;
  room: string;
}

/**
 * Take what another device has left; it can be taken once. Answered by Ack and then Sealed.
 */
export interface UseDeviceCode {
  type: "use_device_code";
  id: string;
  code: string;
}

/**
 * Direct from this device as well. Answered by Ack and then Key.
 */
export interface UseDirectorCode {
  type: "use_director_code";
  id: string;
  tournament: string;
  code: string;
}

/**
 * `match`: where he plays or has played in this round. `next_round`: about when.
 *
 * `start_button`: there is a board to sit down at. `points`: what the bye is worth.
 */
export interface Waiting {
  why: "break" | "bye" | "disputed" | "finished" | "next_round" | "not_checked_in" | "not_registered" | "not_started" | "opponent_not_ready" | "others_playing" | "out" | "paused" | "play" | "round_not_started" | "withdrawn";
  match: string | null;
  start_button: boolean;
  points: number;
  next_round: number | null;
}

/**
 * Answers Hello. `token` is there only when the server made it: keep it, it is not sent again.
 */
export interface Welcome {
  type: "welcome";
  player: string;
  name: string;
  product: string;
  protocol: number;
  heartbeat_ms: number;
  token: string | null;
}

export interface Withdraw {
  type: "withdraw";
  player: string;
  reason?: string;
}

/**
 * What the link or the device makes of you. `player`: for whom you play, and what he waits for.
 */
export interface You {
  role: "director" | "helper" | "player" | "viewer";
  device: string;
  player: string | null;
  waiting: Waiting | null;
}

/** A ready line of chat. */
export type Phrase = NonNullable<Say["phrase"]>;
/** What can be asked of a tournament. */
export type Act = Conduct["act"];
/** How well the house bot plays. */
export type Strength = NonNullable<InviteBot["strength"]>;
