import type { components } from "../shared/api.gen";

/** The figures of the admins' overview. */
export type Overview = components["schemas"]["OverviewAnswer"];
export type Week = components["schemas"]["WeekAnswer"];
