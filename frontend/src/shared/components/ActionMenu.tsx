import Dropdown from "react-bootstrap/Dropdown";

/** Something that can be done with a row. */
interface MenuAction {
  label: string;
  run: () => void;
}

interface ActionMenuProps {
  /** What the actions act on, for screen reader users. */
  name: string;
  /** The label of the button. */
  label?: string;
  actions: readonly MenuAction[];
  /** By default fixed, so that a table that scrolls does not cut it. */
  strategy?: "fixed" | "absolute";
}

/** A menu of everything that can be done with one row. Renders nothing if that is nothing. */
export function ActionMenu({ name, label = "Change", actions, strategy = "fixed" }: ActionMenuProps) {
  if (actions.length === 0) return null;
  return (
    <Dropdown className="no-print" align="end" focusFirstItemOnShow="keyboard">
      <Dropdown.Toggle size="sm" variant="outline-secondary">
        {label}
        <span className="visually-hidden"> {name}</span>
      </Dropdown.Toggle>
      <Dropdown.Menu popperConfig={{ strategy }}>
        {actions.map(({ label, run }) => (
          <Dropdown.Item key={label} as="button" type="button" onClick={run}>
            {label}
          </Dropdown.Item>
        ))}
      </Dropdown.Menu>
    </Dropdown>
  );
}
