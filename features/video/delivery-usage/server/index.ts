import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { deliveryUsage } from '../contract.ts'
import { listDeliveryUsage } from './list-delivery-usage.ts'
import { retrieveAssetUsage } from './retrieve-asset-usage.ts'

export { countDelivery, countLeftDeliveries, type Delivery } from './counting/count-delivery.ts'

export const deliveryUsageServer = feature('delivery-usage', {
  endpoints: [implement(deliveryUsage, { list: listDeliveryUsage, ofAsset: retrieveAssetUsage })],
})
