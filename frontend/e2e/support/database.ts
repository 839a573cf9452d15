import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { test } from "@playwright/test";
import { RUNNING_SITE_URL, SITE } from "./urls";

const ROOT = path.join(__dirname, "../../..");

/**
 * Moves the times of the student's payments into the past. The API cannot do this, so it works only for the demo site
 * that Playwright has started.
 */
export async function agePayments(email: string, hours: number): Promise<void> {
  await runInDemo(`
from datetime import timedelta
from django.db.models import F
from payments.models import Payment
paid = Payment.objects.filter(student__email="${email}", paid_at__isnull=False)
assert paid.update(paid_at=F("paid_at") - timedelta(hours=${hours}))
`);
}

/** Ends the offers from waitlists that the student has, as time does. */
export async function endOffers(email: string): Promise<void> {
  await runInDemo(`
from datetime import timedelta
from django.utils import timezone
from classes.models import Enrollment
offers = Enrollment.objects.filter(student__email="${email}", state="HELD", offered_until__isnull=False)
ended = timezone.now() - timedelta(seconds=1)
assert offers.update(held_until=ended, offered_until=ended)
`);
}

/** Lets the alerts be a day old, and the digest of this day unsent, so that the worker sends it with the next tasks. */
export async function ageAlerts(): Promise<void> {
  await runInDemo(`
from datetime import timedelta
from django.db.models import F
from mail.models import Alert, OutboxEmail
OutboxEmail.objects.filter(kind="alert_digest").delete()
assert Alert.objects.filter(digested_at=None).update(created_at=F("created_at") - timedelta(days=1))
`);
}

/**
 * Lets the worker run the tasks of each minute at once instead of within the next minute. On a site that runs already,
 * they run at their usual time.
 */
export async function startWorkerTasks(): Promise<void> {
  if (RUNNING_SITE_URL !== undefined) return;
  await runInDemo(`
from core.models import WorkerTask
WorkerTask.objects.filter(name="minute").delete()
`);
}

/** Moves the lessons of a class into the past. */
export async function ageLessons(classId: string, days: number): Promise<void> {
  await runInDemo(`
from datetime import timedelta
from django.db.models import F
from classes.models import Lesson
past = timedelta(days=${days})
assert Lesson.objects.filter(camp_class=${classId}).update(starts_at=F("starts_at") - past, ends_at=F("ends_at") - past)
`);
}

/** Lets an e-mail to this address fail. */
export async function failEmail(email: string): Promise<void> {
  await runInDemo(`
from accounts.models import User
from mail.models import OutboxEmail
OutboxEmail.objects.create(kind="message", about="lost", state="FAILED", recipient=User.objects.get(email="${email}"))
`);
}

/** Records a part of the site check as broken, as the worker does in its second round. */
export async function reportProblem(what: string): Promise<void> {
  await runInDemo(`
from django.utils import timezone
from core.models import SiteProblem
now = timezone.now()
SiteProblem.objects.update_or_create(what="${what}", defaults={"todo": "Have a look.", "since": now, "told_at": now})
`);
}

/** Runs Python code with the settings of the demo site. Skips the test on a site that runs already. */
async function runInDemo(code: string): Promise<void> {
  test.skip(RUNNING_SITE_URL !== undefined, "only the database of the demo can be changed");
  const env = { ...process.env, ...SITE.environment, CAMP_DEMO: "1" };
  await promisify(execFile)(".venv/bin/python", ["manage.py", "shell", "--command", code], {
    cwd: ROOT,
    env,
  });
}
