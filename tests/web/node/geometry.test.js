import assert from "node:assert/strict";
import test from "node:test";

import {
  BLACK_TRAY, COMPACT, WHITE_TRAY, WIDE, checkerAt, dieAt, layoutFor, neighbour, opposite, place, pointAt, pointBox,
  renumber, stackStep, trayBox,
} from "../../../clients/web/board/geometry.js";

const POINTS = Array.from({ length: 24 }, (_, index) => index + 1);
const WHITE = { perspective: "white", mirror: false };
const VIEWS = ["white", "black"].flatMap((perspective) =>
  [false, true].flatMap((mirror) => [WIDE, COMPACT].map((layout) => ({ perspective, mirror, layout }))));

const isRight = (spot, plan = WIDE) => spot.x > plan.width / 2;
const isTop = (spot, plan = WIDE) => spot.y < plan.height / 2;
const inside = ({ x, y }, box) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
const everyView = (check) => VIEWS.forEach((view) => check(view, view.layout));

test("White's head is top right and Black's bottom left", () => {
  const white = place("white", 24, WHITE);
  const black = place("black", 24, WHITE);
  assert.ok(isRight(white) && isTop(white));
  assert.ok(!isRight(black) && !isTop(black));
});

test("White's home is bottom right and Black's top left", () => {
  for (const point of [1, 2, 3, 4, 5, 6]) {
    const white = place("white", point, WHITE);
    const black = place("black", point, WHITE);
    assert.ok(isRight(white) && !isTop(white));
    assert.ok(!isRight(black) && isTop(black));
  }
});

test("both colours run counter-clockwise", () => {
  for (const color of ["white", "black"]) {
    const angles = POINTS.slice().reverse().map((point) => angleOf(place(color, point, WHITE)));
    const turns = angles.slice(1).map((angle, index) => (angle - angles[index] + 2 * Math.PI) % (2 * Math.PI));
    assert.ok(turns.every((turn) => turn > 0 && turn < Math.PI / 2));
  }
});

test("the mirror makes them run clockwise", () => {
  const view = { ...WHITE, mirror: true };
  const angles = POINTS.slice().reverse().map((point) => angleOf(place("white", point, view)));
  const turns = angles.slice(1).map((angle, index) => (angles[index] - angle + 2 * Math.PI) % (2 * Math.PI));
  assert.ok(turns.every((turn) => turn > 0 && turn < Math.PI / 2));
});

test("Black's perspective turns the board by half", () => {
  for (const point of POINTS) {
    const here = place("white", point, WHITE);
    const there = place("white", point, { perspective: "black", mirror: false });
    assert.deepEqual([there.x, there.y], [WIDE.width - here.x, WIDE.height - here.y]);
  }
});

test("each player sees the own head where the other does", () => {
  const white = place("white", 24, WHITE);
  assert.deepEqual(place("black", 24, { perspective: "black", mirror: false }), white);
});

test("renumbering twice gives the same point", () => {
  for (const point of POINTS) {
    assert.equal(opposite(opposite(point)), point);
    assert.equal(renumber("black", renumber("black", point)), point);
  }
  assert.equal(renumber("black", 24), 12);
  assert.equal(renumber("white", 24), 24);
});

test("every checker lies on its own point", () => everyView((view) => {
  for (const color of ["white", "black"]) {
    for (const point of POINTS) {
      for (let index = 0; index < 15; index++) {
        const { x, y } = checkerAt(color, point, index, 15, view);
        assert.deepEqual(pointAt(x, y, view), { kind: "point", point: renumber(color, point) });
      }
    }
  }
}));

test("no stack reaches the row of the dice", () => everyView((view, plan) => {
  for (let count = 1; count <= 15; count++) {
    const { y } = checkerAt("white", 24, count - 1, count, view);
    assert.ok(Math.abs(y - plan.height / 2) - plan.radius > plan.die / 2);
  }
}));

test("stacks close up only when they are high", () => {
  assert.equal(stackStep(1, WIDE), WIDE.step);
  assert.equal(stackStep(4, WIDE), WIDE.step);
  assert.ok(stackStep(15, WIDE) < stackStep(8, WIDE));
});

test("the area of a point leads back to it", () => everyView((view) => {
  for (const point of POINTS) {
    const box = pointBox(point, view);
    const found = pointAt(box.x + box.width / 2, box.y + box.height / 2, view);
    assert.deepEqual(found, { kind: "point", point });
    assert.ok(inside(place("white", point, view), box));
  }
}));

test("areas of points never overlap", () => everyView((view) => {
  const boxes = POINTS.map((point) => pointBox(point, view));
  boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => {
    const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
    assert.ok(apart);
  }));
}));

test("the bar is no point", () => {
  assert.equal(pointAt(WIDE.width / 2, 200, WHITE), null);
});

test("anywhere in either tray is a tray", () => everyView((view) => {
  for (const color of ["white", "black"]) {
    const box = trayBox(color, view);
    for (const share of [0.05, 0.5, 0.95]) {
      assert.deepEqual(pointAt(box.x + box.width * share, box.y + box.height * share, view), { kind: "tray" });
    }
  }
}));

test("White's tray is beside White's home", () => everyView((view, plan) => {
  const tray = place("white", 0, view);
  const home = place("white", 1, view);
  assert.equal(isRight(tray, plan), isRight(home, plan));
  assert.equal(isTop(tray, plan), isTop(home, plan));
}));

test("fifteen checkers fit into a tray", () => everyView((view) => {
  for (const color of ["white", "black"]) {
    const box = trayBox(color, view);
    for (let index = 0; index < 15; index++) assert.ok(inside(checkerAt(color, 0, index, 15, view), box));
  }
}));

test("own dice lie right unless the board is mirrored", () => everyView((view, plan) => {
  assert.equal(isRight(dieAt(view.perspective, 0, view), plan), !view.mirror);
  const other = view.perspective === "white" ? "black" : "white";
  assert.equal(isRight(dieAt(other, 0, view), plan), view.mirror);
}));

test("four dice of a double stay on their half", () => everyView((view, plan) => {
  const spots = [0, 1, 2, 3].map((index) => dieAt("white", index, view));
  for (const { x } of spots) {
    const away = Math.abs(x - plan.width / 2);
    assert.ok(away - plan.die / 2 > plan.button);
    assert.ok(away + plan.die / 2 < plan.width / 2 - plan.margin);
  }
}));

test("the cursor walks the points as they lie", () => {
  assert.equal(neighbour(24, "ArrowLeft", WHITE), 23);
  assert.equal(neighbour(24, "ArrowDown", WHITE), 1);
  assert.equal(neighbour(18, "ArrowRight", WHITE), 19);
  assert.equal(neighbour(12, "ArrowUp", WHITE), 13);
  assert.equal(neighbour(24, "ArrowLeft", { ...WHITE, mirror: true }), 24);
  assert.equal(neighbour(24, "ArrowRight", { perspective: "black", mirror: false }), 23);
});

test("the cursor reaches both trays and returns", () => everyView((view) => {
  const [away, back] = view.mirror ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
  const [tray, last] = view.perspective === "white" ? [WHITE_TRAY, 1] : [BLACK_TRAY, 13];
  assert.equal(neighbour(last, away, view), tray);
  assert.equal(neighbour(tray, back, view), last);
  assert.equal(neighbour(tray, away, view), tray);
}));

test("a key one way and back changes nothing", () => everyView((view) => {
  for (const point of POINTS) {
    const beside = neighbour(point, "ArrowLeft", view);
    if (beside !== point) assert.equal(neighbour(beside, "ArrowRight", view), point);
    const facing = neighbour(point, place("white", point, view).up ? "ArrowUp" : "ArrowDown", view);
    assert.notEqual(facing, point);
  }
}));

test("a narrow upright host is compact", () => {
  assert.equal(layoutFor(360, true), COMPACT);
  assert.equal(layoutFor(360, false), WIDE);
  assert.equal(layoutFor(1120, true), WIDE);
  assert.equal(layoutFor(0, true), WIDE);
});

test("points fill the width of a phone", () => {
  const share = (12 * COMPACT.pitch + COMPACT.bar + 2 * COMPACT.margin) / COMPACT.width;
  assert.equal(share, 1);
});

/** Counter-clockwise on the screen, where y grows downwards. */
function angleOf({ x, y }) {
  return Math.atan2(WIDE.height / 2 - y, x - WIDE.width / 2);
}
