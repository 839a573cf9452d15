import { useParams } from "react-router-dom";
import { Checkout } from "./Checkout";
import { PaymentLayout } from "./PaymentLayout";

/** The page on which a student pays for one selected class. */
export default function PaymentPage() {
  const { id = "" } = useParams();
  return (
    <PaymentLayout key={id}>
      <Checkout ids={[id]} title="Payment" />
    </PaymentLayout>
  );
}
