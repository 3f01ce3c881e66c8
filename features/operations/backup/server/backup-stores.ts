import { analyticsStore } from './analytics-store.ts'
import { keysStore } from './keys-store.ts'
import { mediaStore } from './media-store.ts'
import { outboxStore } from './outbox-store.ts'
import { postgresStore } from './postgres-store.ts'
import type { Store, StoreContext } from './store.ts'

/** In the order of the file. Keys come last: a server without people has nothing sealed with the older ones. */
export const backupStores = (context: StoreContext): Store[] => [
  postgresStore(context),
  analyticsStore(context),
  mediaStore(context),
  outboxStore(context),
  keysStore(context),
]
