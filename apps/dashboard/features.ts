import { accessTokensWeb } from '@playhead/features/account/access-tokens/screens'
import { auditTrailWeb } from '@playhead/features/account/audit-trail/screens'
import { environmentsWeb } from '@playhead/features/account/environments/screens'
import { invitesWeb } from '@playhead/features/account/invites/screens'
import { invoicesWeb } from '@playhead/features/account/invoices/screens'
import { operatorWeb } from '@playhead/features/account/operator/screens'
import { organizationsWeb } from '@playhead/features/account/organizations/screens'
import { paymentsWeb } from '@playhead/features/account/payments/screens'
import { plansWeb } from '@playhead/features/account/plans/screens'
import { profileWeb } from '@playhead/features/account/profile/screens'
import { signInWeb } from '@playhead/features/account/sign-in/screens'
import { usageWeb } from '@playhead/features/account/usage/screens'
import { eventsWeb } from '@playhead/features/activity/events/screens'
import { logsWeb } from '@playhead/features/activity/logs/screens'
import { alertsWeb } from '@playhead/features/data/alerts/screens'
import { collectorWeb } from '@playhead/features/data/collector/screens'
import { comparisonWeb } from '@playhead/features/data/comparison/screens'
import { customDashboardsWeb } from '@playhead/features/data/custom-dashboards/screens'
import { customDimensionsWeb } from '@playhead/features/data/custom-dimensions/screens'
import { engagementWeb } from '@playhead/features/data/engagement/screens'
import { errorCodesWeb } from '@playhead/features/data/error-codes/screens'
import { errorsWeb } from '@playhead/features/data/errors/screens'
import { metricsWeb } from '@playhead/features/data/metrics/screens'
import { monitoringWeb } from '@playhead/features/data/monitoring/screens'
import { notificationsWeb } from '@playhead/features/data/notifications/screens'
import { overviewWeb } from '@playhead/features/data/overview/screens'
import { streamingExportsWeb } from '@playhead/features/data/streaming-exports/screens'
import { viewsWeb } from '@playhead/features/data/views/screens'
import { serverAlertsWeb } from '@playhead/features/operations/server-alerts/screens'
import { signingKeysWeb } from '@playhead/features/system/signing-keys/screens'
import { webhooksWeb } from '@playhead/features/system/webhooks/screens'
import { assetsWeb } from '@playhead/features/video/assets/screens'
import { broadcastsWeb } from '@playhead/features/video/broadcasts/screens'
import { liveStreamsWeb } from '@playhead/features/video/live-streams/screens'
import { videoQualityWeb } from '@playhead/features/video/video-quality/screens'
import type { WebFeature } from '@playhead/web-kit/web-feature.ts'
import { dashboardWeb } from './screens/dashboard-web.ts'

/** Every feature with screens: an import sorted by path and an entry sorted by name. */
export const features: WebFeature[] = [
  accessTokensWeb,
  alertsWeb,
  assetsWeb,
  auditTrailWeb,
  broadcastsWeb,
  collectorWeb,
  comparisonWeb,
  customDashboardsWeb,
  customDimensionsWeb,
  dashboardWeb,
  engagementWeb,
  environmentsWeb,
  errorCodesWeb,
  errorsWeb,
  eventsWeb,
  invitesWeb,
  invoicesWeb,
  liveStreamsWeb,
  logsWeb,
  metricsWeb,
  monitoringWeb,
  notificationsWeb,
  operatorWeb,
  organizationsWeb,
  overviewWeb,
  paymentsWeb,
  plansWeb,
  profileWeb,
  serverAlertsWeb,
  signInWeb,
  signingKeysWeb,
  streamingExportsWeb,
  usageWeb,
  videoQualityWeb,
  viewsWeb,
  webhooksWeb,
]
