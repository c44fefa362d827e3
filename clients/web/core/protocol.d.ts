// The types of the wire, made from protocol/schema.json by `python -m tests.tools.typescript`.

/**
 * The command is done. `version`: it is in the room's log up to there; `room`: the room it made or found.
 */
export interface Ack {
  type: "ack";
  id: string;
  version: number;
  room: string | null;
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
 * Gul Bara: all four were used, so four of the next higher number follow without a throw.
 */
export interface CascadeContinued {
  type: "cascade_continued";
  color: Color;
  dice: number[];
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
 */
export interface ClocksView {
  white: number;
  black: number;
  running: Color | null;
  delay: number;
}

/**
 * A side of the board. Who begins is decided by the roll-off, not by the colour.
 */
export type Color = "black" | "white";

export type Command = Hello | CreateRoom | QuickPair | ListRooms | Subscribe | Unsubscribe | Sit | StandUp | InviteBot | Throw | Step | Undo | Done | Play | HandOver | Resign | Rematch | ClaimWin | Say | Sync | GetRecord | ListGames | OfferDevice | UseDeviceCode;

export interface Commit {
  at: number;
  events: Event[];
}

/**
 * A clock: `bank` and `extra` in milliseconds (engine/clock.py).
 */
export interface Control {
  timing: "delay" | "fischer" | "none";
  bank: number;
  extra: number;
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

export interface Done {
  type: "done";
  id: string;
  room: string;
  turn: number;
}

export type Ending = "abandoned" | "borne_off" | "draw" | "flag" | "resigned";

/**
 * The command is refused and nothing has changed. `id` is None when the frame had none that could be read.
 *
 * With `room` it answers nothing: that room is closed to you from now on, or forgotten.
 *
 * `code` is one of protocol.errors.Code or engine.errors.Reason; `points` are own points of the asker; `detail` is a
 * sentence in English for developers and for clients that have no text of their own for the code.
 */
export interface ErrorMessage {
  type: "error";
  id: string | null;
  code: string;
  detail: string;
  points: number[];
  room: string | null;
}

export type Event = RoomCreated | SeatTaken | SeatLeft | PlayerOffline | PlayerOnline | MatchStarted | RematchOffered | RematchDeclined | OpeningDieThrown | RollOffTied | RollOffWon | TurnBegan | DiceThrown | CascadeContinued | DiceCarried | Stepped | StepUndone | PlayEnded | TurnHandedOver | GameEnded | GameStarted | ClocksSet | MatchEnded;

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
 * Let the house bot take the free seat.
 */
export interface InviteBot {
  type: "invite_bot";
  id: string;
  room: string;
  strength?: "random" | "steady";
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

export type Message = Welcome | Ack | ErrorMessage | Snapshot | Events | StepGraph | Heartbeat | Said | Rooms | Record | Games | DeviceCode | Sealed;

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

export interface OpeningDieThrown {
  type: "opening_die_thrown";
  color: Color;
  die: number;
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
 * A seat opposite somebody who waits for the same game, or in a new room where the house bot comes after 5 s.
 */
export interface QuickPair {
  type: "quick_pair";
  id: string;
  settings?: Partial<Settings>;
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

/**
 * Give the game up. `points` is the cost that was shown and agreed to.
 */
export interface Resign {
  type: "resign";
  id: string;
  room: string;
  points: number;
}

export interface ResultView {
  winner: Color | null;
  points: number;
  ending: Ending;
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
 * `quick`: made by quick pairing, so the house bot comes when nobody else does. `at`: server time in ms.
 */
export interface RoomCreated {
  type: "room_created";
  settings: Settings;
  at: number;
  quick: boolean;
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
 * The public rooms, those that wait for a player first, the newest first.
 */
export interface Rooms {
  type: "rooms";
  rooms: RoomListing[];
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
 * `bot`: it is the house bot, of this strength.
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
 * `rules`: the complete option set, `rules_digest` its name. `score`, `turns` (own throws) and `opening` (dice of the
 * roll-off) are White's and Black's. `position` is position text with the steps of this turn already made.
 * `cost`: what resigning costs each player. `last_play`: the steps of the turn before.
 */
export interface Snapshot {
  type: "snapshot";
  room: string;
  version: number;
  at: number;
  settings: Settings;
  rules: { [name: string]: string | number | boolean | null };
  rules_digest: string;
  white: SeatView | null;
  black: SeatView | null;
  you: Color[];
  phase: "opening" | "over" | "play" | "roll" | "waiting";
  match: number;
  game: number;
  turn: number;
  score: [number, number];
  position: string;
  digest: string;
  first_mover: Color | null;
  to_move: Color | null;
  turns: [number, number];
  opening: [number | null, number | null];
  stages: StageView[];
  last_play: [number, number][];
  last_turn: boolean;
  cost: [number, number];
  clocks: ClocksView | null;
  rematch: Color | null;
  results: ResultView[];
  winner: Color | null;
  watchers: number;
}

/**
 * One stage of the current turn: the dice on offer and the steps made with them.
 */
export interface StageView {
  dice: number[];
  steps: [number, number][];
  carried: boolean;
}

/**
 * Give the seat back, before the match begins or after it is over.
 */
export interface StandUp {
  type: "stand_up";
  id: string;
  room: string;
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
 * `nodes[0]` is the beginning of the stage; each edge is (point, die, next node). A node without edges ends the stage.
 */
export interface StepGraph {
  type: "step_graph";
  room: string;
  version: number;
  turn: number;
  stage: number;
  dice: number[];
  nodes: [number, number, number][][];
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
 * Answered by Ack and then Heartbeat.
 */
export interface Sync {
  type: "sync";
  id: string;
  room: string;
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

/** A ready line of chat. */
export type Phrase = NonNullable<Say["phrase"]>;
/** How well the house bot plays. */
export type Strength = NonNullable<InviteBot["strength"]>;
