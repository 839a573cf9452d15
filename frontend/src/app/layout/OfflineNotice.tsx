import { useOnline } from "../../shared/hooks/useOnline";

/** Shows a notice while the browser is offline. */
export function OfflineNotice() {
  const online = useOnline();
  return (
    <div className="offline-note no-print" role="status">
      {online ? null : (
        <p>You're offline. Don't worry, what you've typed is still here. Send it once you're back online.</p>
      )}
    </div>
  );
}
