/**
 * A frame as a complete message. What the server leaves out has its default (PROTOCOL.md, What is left out) or follows
 * from the rest; here it is filled in, so that nobody else has to ask.
 */

/** @import {Config, Control, Event, Heartbeat, JournalLine, Message, SeatView, Settings, Snapshot} from "./protocol.js" */
/** @import {Clocks, View} from "./view.js" */

import { clocksOf, viewOf } from "./view.js";

/** @typedef {Omit<Heartbeat, "clocks"> & {clocks: Clocks | null}} Beat */
/** A message as the rest of the page reads it. @typedef {Exclude<Message, Snapshot | Heartbeat> | View | Beat} Read */

/** @type {Control} */
const NO_CLOCK = { timing: "none", bank: 0, extra: 0 };

/** The defaults of schema.json, by the names that they have there. */
export const DEFAULTS = {
  Ack: { version: 0, room: null, tournament: null },
  Snapshot: {
    mars: 2, white: null, black: null, you: [], phase: "play", match: 1, score: [0, 0], to_move: null, turns: [0, 0],
    opening: [null, null], stages: [], last_play: [], last_turn: false, clocks: null, rematch: null, results: [],
    winner: null, watchers: 0, tournament: null, paused: false,
  },
  StepGraph: { stage: 0, stay: 0, off: [], walls: [], passing: false },
  SeatView: { bot: null, offline_ms: null },
  Settings: {
    preset: "lange-narde", overrides: {}, length: 1, stake: 1, control: NO_CLOCK,
    public: false, watchers: true, watch_delay: 0, teaching: false, title: "",
  },
};

/**
 * @param {string} frame
 * @returns {Read}
 */
export function read(frame) {
  const message = JSON.parse(frame);
  switch (message.type) {
    case "ack":
      return { ...DEFAULTS.Ack, ...message };
    case "snapshot":
      return viewOf({ ...DEFAULTS.Snapshot, ...message, ...table(message) });
    case "step_graph":
      return { ...DEFAULTS.StepGraph, ...message };
    case "heartbeat":
      return { ...message, clocks: message.clocks && clocksOf(message.clocks) };
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
