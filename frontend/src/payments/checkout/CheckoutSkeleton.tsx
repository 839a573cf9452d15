import { CheckoutNotes } from "../card/CardCheckout";
import { useIsFolded } from "../order/PurchaseSummary";

/** A placeholder with the layout of the card checkout of so many seats in so many classes, which prevents a layout shift. */
export function CheckoutSkeleton({ seats, classes }: { seats: number; classes: number }) {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading
      </p>
      <div className="card placeholder-glow" aria-hidden="true">
        <div className="card-body p-md-4">
          {seats === 1 ? <PurchaseSkeleton /> : <PurchasesSkeleton classes={classes} />}
          <p className="mt-2 mb-0">&nbsp;</p>
          <p className="hold-clock">&nbsp;</p>
          <p className="form-label">&nbsp;</p>
          <div className="card-field form-control" />
          <p className="placeholder btn btn-lg d-block my-3">&nbsp;</p>
          <CheckoutNotes />
        </div>
      </div>
    </div>
  );
}

function PurchaseSkeleton() {
  return (
    <div className="purchase">
      <span className="placeholder rounded-1 ratio ratio-1x1" />
      <div>
        <p className="placeholder fs-4 mb-1 col-9 d-block">&nbsp;</p>
        <p className="placeholder mb-0 col-6 d-block">&nbsp;</p>
      </div>
      <p className="price">&nbsp;</p>
    </div>
  );
}

function PurchasesSkeleton({ classes }: { classes: number }) {
  const rows = useIsFolded(classes) ? 1 : classes;
  return (
    <>
      <ul className="purchases list-unstyled">
        {Array.from({ length: rows }, (_, index) => index).map((index) => (
          <li key={index}>
            <PurchaseSkeleton />
          </li>
        ))}
      </ul>
      <p className="d-flex flex-wrap justify-content-between align-items-baseline column-gap-3 fw-semibold">
        <span className="price">&nbsp;</span>
      </p>
    </>
  );
}
