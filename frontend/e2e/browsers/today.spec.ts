import { expect } from "@playwright/test";
import type { components } from "../../src/shared/api/api.gen";
import { BreakableNetwork } from "../support/breakableNetwork";
import { expectResult, expectText, openAs, press } from "../support/engineActions";
import { test } from "../support/engineTest";
import { aLessonToday } from "../support/lessonToday";

type Attendance = components["schemas"]["AttendanceOutput"];

const PAGE = "/dashboard/today";
const NAMES = ["Mia", "Leo"];

test("an instructor checks children in without a network, and the closed page keeps it", async ({
  engine,
}) => {
  const { instructor, classId } = await aLessonToday(NAMES);
  const network = await BreakableNetwork.start();
  await openAs(engine, instructor, PAGE, network.siteUrl);
  await expectText(engine, /All sent/);
  await expectResult(engine, "return navigator.serviceWorker.ready.then(({ active }) => active.state)").toBe(
    "activated",
  );

  await network.interrupt();
  await engine.open("about:blank");
  await engine.open(network.siteUrl + PAGE);
  for (const name of NAMES) await press(engine, `button[aria-label="In: ${name}"]`);
  await expectText(engine, /2 not sent yet/);
  await engine.open("about:blank");
  await engine.open(network.siteUrl + PAGE);
  await expectText(engine, /2 not sent yet/);

  await network.connect();
  await expectText(engine, /All sent/);
  const rows = await instructor.request<Attendance[]>("GET", `/classes/${classId}/attendance`);
  expect(rows.map(({ state }) => state)).toEqual(["arrived", "arrived"]);
  await network.interrupt();
});
