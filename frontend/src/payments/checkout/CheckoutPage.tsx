import { Link, useSearchParams } from "react-router-dom";
import { pages } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { MAX_SEATS, selectionIdsIn } from "../selected/selections";
import { Checkout } from "./Checkout";
import { PaymentHeading, PaymentLayout } from "./PaymentLayout";

/** The page for paying for several selected classes. The URL contains the ids of the selections. */
export default function CheckoutPage() {
  const [query] = useSearchParams();
  const ids = selectionIdsIn(query);
  return (
    <PaymentLayout key={ids.join()}>
      {ids.length > 0 && ids.length <= MAX_SEATS ? (
        <Checkout ids={ids} title="Checkout" />
      ) : (
        <NothingToPay tooMany={ids.length > MAX_SEATS} />
      )}
    </PaymentLayout>
  );
}

function NothingToPay({ tooMany }: { tooMany: boolean }) {
  return (
    <>
      <PaymentHeading title="Checkout" />
      <EmptyState
        title={tooMany ? "That's too many classes for one payment." : "There's nothing to pay for yet."}
      >
        <p>
          {tooMany
            ? `You can pay for up to ${MAX_SEATS} seats at once.`
            : "Choose the classes that you'd like to pay for."}
        </p>
        <Link className="btn btn-primary" to={pages.mySelectedClasses}>
          My Selected Classes
        </Link>
      </EmptyState>
    </>
  );
}
