import type { ComponentType } from "react";
import type { Role } from "../../accounts/api";
import { useSessionState } from "../../accounts/session/SessionProvider";
import { PageHeading } from "../../shared/screens/Page";
import { AdminHome } from "./AdminHome";
import { FamilyHome } from "./FamilyHome";
import { InstructorHome } from "./InstructorHome";
import { SharedChildren } from "./SharedChildren";
import "./home.scss";

const HOMES: Record<Role, ComponentType> = {
  admin: AdminHome,
  instructor: InstructorHome,
  student: FamilyHome,
};

/** The first page of the dashboard: what comes next for this user. */
export default function DashboardPage() {
  const state = useSessionState();
  if (state.status !== "in") return null;
  const Home = HOMES[state.role];
  const { name } = state.user;
  return (
    <>
      <PageHeading className="mb-4">{name ? `Hello, ${name}` : "Hello"}</PageHeading>
      <Home />
      {state.role === "instructor" ? <SharedChildren /> : null}
    </>
  );
}
