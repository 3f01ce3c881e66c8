import { billingParts } from '@playhead/features/account/billing/parts'
import { invoicePdfsParts } from '@playhead/features/account/invoice-pdfs/parts'
import { invoicesParts } from '@playhead/features/account/invoices/parts'
import { paymentsParts } from '@playhead/features/account/payments/parts'
import { plansParts } from '@playhead/features/account/plans/parts'
import { alertsParts } from '@playhead/features/data/alerts/parts'
import { metricsParts } from '@playhead/features/data/metrics/parts'
import { notificationsParts } from '@playhead/features/data/notifications/parts'
import { overviewParts } from '@playhead/features/data/overview/parts'
import { viewsParts } from '@playhead/features/data/views/parts'
import { webhooksParts } from '@playhead/features/system/webhooks/parts'
import { assetsParts } from '@playhead/features/video/assets/parts'
import { broadcastsParts } from '@playhead/features/video/broadcasts/parts'
import { playbackIdsParts } from '@playhead/features/video/playback-ids/parts'
import { playbackParts } from '@playhead/features/video/playback/parts'
import { staticRenditionsParts } from '@playhead/features/video/static-renditions/parts'
import { tracksParts } from '@playhead/features/video/tracks/parts'
import type { DeclaredPart } from '@playhead/web-kit/slot.ts'

/** The parts that features put on pages of other features; loaded with the first page that has a slot. */
export const parts: DeclaredPart[] = [
  ...alertsParts,
  ...assetsParts,
  ...billingParts,
  ...broadcastsParts,
  ...invoicePdfsParts,
  ...invoicesParts,
  ...metricsParts,
  ...notificationsParts,
  ...overviewParts,
  ...paymentsParts,
  ...plansParts,
  ...playbackIdsParts,
  ...playbackParts,
  ...staticRenditionsParts,
  ...tracksParts,
  ...viewsParts,
  ...webhooksParts,
]
