import { useOnline } from "../shared/network";

/** Says that the network is gone for as long as it is: nothing is lost, and nothing can be sent. */
export function OfflineNote() {
  const online = useOnline();
  return (
    <div className="offline-note no-print" role="status">
      {online ? null : (
        <p>You are offline. What you have typed stays here; send it when you are connected again.</p>
      )}
    </div>
  );
}
