/** The size of what comes on the payment page. */
export function CheckoutSkeleton() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading
      </p>
      <div className="card placeholder-glow" aria-hidden="true">
        <div className="card-body">
          <div className="placeholder w-100 rounded mb-3" style={{ height: "6rem" }} />
          <div className="placeholder w-100 rounded mb-3" style={{ height: "3.5rem" }} />
          <div className="placeholder w-100 rounded mb-3" style={{ height: "3.25rem" }} />
          <div className="placeholder w-100 rounded" style={{ height: "3rem" }} />
        </div>
      </div>
    </div>
  );
}
