import { useOnline } from "../shared/network";

/** Shows a notice while the browser is offline. */
export function OfflineNotice() {
  const online = useOnline();
  return (
    <div className="offline-note no-print" role="status">
      {online ? null : (
        <p>You are offline. What you have typed stays here; send it when you are connected again.</p>
      )}
    </div>
  );
}
