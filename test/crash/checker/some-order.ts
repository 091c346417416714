/** An order as the server shows it, for tests of the checker. */
export const ORDER = {
  orderId: 7,
  clientOrderId: "a",
  side: "BUY",
  status: "NEW",
  price: "10",
  origQty: "0.002",
  executedQty: "0.001",
};
