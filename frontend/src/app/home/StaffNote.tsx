import { Link } from "react-router-dom";
import type { Role } from "../../accounts/api";
import { useNeeds } from "../../office/needs/api";
import { pages } from "../../shared/paths";

/** The line above the hero that leads staff to the dashboard, and tells the office how much waits there. */
export default function StaffNote({ role }: { role: Role }) {
  const { data } = useNeeds({ enabled: role === "admin" });
  return (
    <p className="container my-3">
      <Link className="fw-semibold" to={pages.dashboard}>
        {textOf(data?.length ?? 0)}
      </Link>
    </p>
  );
}

function textOf(needs: number): string {
  if (needs === 0) return "Go to your dashboard";
  return needs === 1 ? "1 thing needs you" : `${needs} things need you`;
}
