import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { deliveryUsage } from '../contract.ts'
import { listDeliveryUsage } from './list-delivery-usage.ts'
import { retrieveAssetUsage } from './retrieve-asset-usage.ts'
import { retrieveDeliverySource } from './source/retrieve-delivery-source.ts'
import { updateDeliverySource } from './source/update-delivery-source.ts'

export {
  countDelivery,
  countGathered,
  countLeftDeliveries,
  type Delivery,
} from './counting/count-delivery.ts'
export { DeliveryLog } from './counting/delivery-log.ts'
export { listPlayedPeriods } from './source/played-periods.sql.ts'
export {
  deliveriesOf,
  isPlayedHour,
  type PlayedRow,
  writePlayed,
} from './source/played-seconds.sql.ts'

export const deliveryUsageServer = feature('delivery-usage', {
  endpoints: [
    implement(deliveryUsage, {
      list: listDeliveryUsage,
      ofAsset: retrieveAssetUsage,
      retrieveSource: retrieveDeliverySource,
      updateSource: updateDeliverySource,
    }),
  ],
})
