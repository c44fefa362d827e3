/**
 * A frame as a complete message. What the server leaves out has its default (PROTOCOL.md, What is left out); here it is
 * filled in, so that nobody else has to ask.
 */

/** @import {ClocksView, Config, Control, Event, JournalLine, Message} from "./protocol.js" */
/** @import {SeatView, Settings, Snapshot, StageView} from "./protocol.js" */

/** @type {Control} */
const NO_CLOCK = { timing: "none", bank: 0, extra: 0 };

/** The defaults of schema.json, by the names that they have there. */
export const DEFAULTS = {
  Ack: { version: 0, room: null, tournament: null },
  Snapshot: {
    mars: 2, white: null, black: null, you: [], score: [0, 0], first_mover: null, to_move: null, turns: [0, 0],
    opening: [null, null], stages: [], last_play: [], last_turn: false, cost: [0, 0], clocks: null, rematch: null,
    results: [], winner: null, watchers: 0, tournament: null, paused: false,
  },
  StepGraph: { stage: 0, stay: 0, off: [], walls: [], passing: false },
  SeatView: { bot: null, offline_ms: null },
  StageView: { steps: [], carried: false },
  ClocksView: { running: null, delay: 0 },
  Settings: {
    preset: "lange-narde", overrides: {}, length: 1, stake: 1, control: NO_CLOCK,
    public: false, watchers: true, watch_delay: 0, teaching: false, title: "",
  },
};

/**
 * @param {string} frame
 * @returns {Message}
 */
export function read(frame) {
  const message = JSON.parse(frame);
  switch (message.type) {
    case "ack":
      return { ...DEFAULTS.Ack, ...message };
    case "snapshot":
      return snapshot({ ...DEFAULTS.Snapshot, ...message });
    case "step_graph":
      return { ...DEFAULTS.StepGraph, ...message };
    case "heartbeat":
      return { ...message, clocks: clocks(message.clocks) };
    case "events":
      return { ...message, events: message.events.map(event) };
    case "record":
      return { ...message, ...table(message) };
    case "tournament":
      return { ...message, head: message.head && configured(message.head), journal: message.journal.map(line) };
    default:
      return message;
  }
}

/** @param {Snapshot} known @returns {Snapshot} */
function snapshot(known) {
  return { ...known, ...table(known), clocks: clocks(known.clocks), stages: known.stages.map(stage) };
}

/**
 * What a room and a record of it have in common.
 * @template {SeatView | null} T
 * @param {{settings: Settings, white: T, black: T}} known
 */
function table({ settings: agreed, white, black }) {
  return { settings: settings(agreed), white: seat(white), black: seat(black) };
}

/** @param {Partial<Settings>} known @returns {Settings} */
function settings(known) {
  return { ...DEFAULTS.Settings, ...known };
}

/** @param {SeatView | null} [known] @returns {SeatView | null} */
function seat(known) {
  return known ? { ...DEFAULTS.SeatView, ...known } : null;
}

/** @param {StageView} known @returns {StageView} */
function stage(known) {
  return { ...DEFAULTS.StageView, ...known };
}

/** @param {ClocksView | null} [known] @returns {ClocksView | null} */
function clocks(known) {
  return known ? { ...DEFAULTS.ClocksView, ...known } : null;
}

/** @param {Event} known @returns {Event} */
function event(known) {
  return known.type === "room_created" ? { ...known, settings: settings(known.settings) } : known;
}

/**
 * How the rooms of a tournament are made is in its head, and in the facts that say so.
 * @template {{config: Config}} T
 * @param {T} known
 * @returns {T}
 */
function configured(known) {
  const { config } = known;
  return { ...known, config: { ...config, matches: settings(config.matches) } };
}

/** @param {JournalLine} known @returns {JournalLine} */
function line(known) {
  const { config } = known.event;
  return config ? { ...known, event: { ...known.event, ...configured({ config }) } } : known;
}
