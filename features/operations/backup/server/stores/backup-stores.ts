import { analyticsStore } from './analytics-store.ts'
import { keysStore } from './keys-store.ts'
import { mediaStore } from '../media/media-store.ts'
import { outboxStore } from './outbox-store.ts'
import { postgresStore } from './postgres-store.ts'
import type { Store, StoreContext } from './store.ts'

/** In the order of the file. Keys come last; an empty server has sealed nothing with the keys that they replace. */
export const backupStores = (context: StoreContext): Store[] => [
  postgresStore(context),
  analyticsStore(context),
  mediaStore(context),
  outboxStore(context),
  keysStore(context),
]
