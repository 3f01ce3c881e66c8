import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { deliveryUsage } from '../contract.ts'
import { assetUsage, listDeliveryUsage } from './handle-delivery-usage.ts'

export { countDelivery, type Delivery } from './count-delivery.ts'

export const deliveryUsageServer = feature('delivery-usage', {
  endpoints: [implement(deliveryUsage, { list: listDeliveryUsage, ofAsset: assetUsage })],
})
