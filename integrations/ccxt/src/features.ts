/**
 * What ccxt calls features: which params an order of each kind of market takes, so that a program can ask
 * (`featureValue`) before it sends. Each is so: the tests hold them against what is carried out.
 */
import type { Dict } from "ccxt";
import { MendedExchange } from "./mended.ts";

/** As many as a batch of orders takes. */
const ORDERS_MAX = 10;

export class BourseFeatures extends MendedExchange {
  describeFeatures(): Dict {
    return {
      spot: { createOrder: this.pairOrderFeatures(), createOrders: { max: ORDERS_MAX } },
      swap: {
        linear: { createOrder: this.contractOrderFeatures() },
        inverse: { createOrder: this.contractOrderFeatures() },
      },
    };
  }

  /** Whatever the market. */
  orderFeatures(): Dict {
    return {
      marginMode: true,
      triggerPrice: true,
      triggerPriceType: undefined,
      stopLossPrice: true,
      takeProfitPrice: true,
      timeInForce: { IOC: true, FOK: true, PO: true, GTD: false },
      trailing: false,
      leverage: false,
      marketBuyRequiresPrice: false,
      selfTradePrevention: false,
      iceberg: false,
    };
  }

  pairOrderFeatures(): Dict {
    return this.extend(this.orderFeatures(), {
      triggerDirection: false,
      // Pairs of spot only: margin has neither stops nor lists.
      attachedStopLossTakeProfit: {
        triggerPriceType: { last: true, mark: false, index: false },
        price: true,
      },
      hedged: false,
      marketBuyByCost: true,
      // Both in spot; margin refuses them.
      iceberg: true,
      trailing: true,
    });
  }

  contractOrderFeatures(): Dict {
    return this.extend(this.orderFeatures(), {
      triggerDirection: true,
      attachedStopLossTakeProfit: undefined,
      hedged: true,
      marketBuyByCost: false,
    });
  }
}
