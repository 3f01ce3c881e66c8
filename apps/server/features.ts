import { accessTokensServer } from '@playhead/features/account/access-tokens/server'
import { auditTrailServer } from '@playhead/features/account/audit-trail/server'
import { billingServer } from '@playhead/features/account/billing/server'
import { environmentsServer } from '@playhead/features/account/environments/server'
import { invoicePdfsServer } from '@playhead/features/account/invoice-pdfs/server'
import { operatorServer } from '@playhead/features/account/operator/server'
import { organizationsServer } from '@playhead/features/account/organizations/server'
import { invoicesServer } from '@playhead/features/account/invoices/server'
import { paymentsServer } from '@playhead/features/account/payments/server'
import { plansServer } from '@playhead/features/account/plans/server'
import { profileServer } from '@playhead/features/account/profile/server'
import { secondFactorServer } from '@playhead/features/account/second-factor/server'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { supportServer } from '@playhead/features/account/support/server'
import { teamServer } from '@playhead/features/account/team/server'
import { usageServer } from '@playhead/features/account/usage/server'
import { eventsServer } from '@playhead/features/activity/events/server'
import { logsServer } from '@playhead/features/activity/logs/server'
import { alertsServer } from '@playhead/features/data/alerts/server'
import { annotationsServer } from '@playhead/features/data/annotations/server'
import { cmcdServer } from '@playhead/features/data/cmcd/server'
import { collectorServer } from '@playhead/features/data/collector/server'
import { comparisonServer } from '@playhead/features/data/comparison/server'
import { customDashboardsServer } from '@playhead/features/data/custom-dashboards/server'
import { customDimensionsServer } from '@playhead/features/data/custom-dimensions/server'
import { dimensionsServer } from '@playhead/features/data/dimensions/server'
import { engagementServer } from '@playhead/features/data/engagement/server'
import { errorCodesServer } from '@playhead/features/data/error-codes/server'
import { errorsServer } from '@playhead/features/data/errors/server'
import { exportsServer } from '@playhead/features/data/exports/server'
import { incidentsServer } from '@playhead/features/data/incidents/server'
import { metricsServer } from '@playhead/features/data/metrics/server'
import { monitoringServer } from '@playhead/features/data/monitoring/server'
import { notificationsServer } from '@playhead/features/data/notifications/server'
import { overviewServer } from '@playhead/features/data/overview/server'
import { rollupServer } from '@playhead/features/data/rollup/server'
import { streamingExportsServer } from '@playhead/features/data/streaming-exports/server'
import { subPropertiesServer } from '@playhead/features/data/sub-properties/server'
import { subviewsServer } from '@playhead/features/data/subviews/server'
import { viewerCountsServer } from '@playhead/features/data/viewer-counts/server'
import { viewsServer } from '@playhead/features/data/views/server'
import { runningQuestionsServer } from '@playhead/features/data/running-questions/server'
import { whyServer } from '@playhead/features/data/why/server'
import { backupServer } from '@playhead/features/operations/backup/server'
import { doctorServer } from '@playhead/features/operations/doctor/server'
import { importServer } from '@playhead/features/operations/import/server'
import { jobsServer } from '@playhead/features/operations/jobs/server'
import { rebuildServer } from '@playhead/features/operations/rebuild/server'
import { serverAlertsServer } from '@playhead/features/operations/server-alerts/server'
import { simulateServer } from '@playhead/features/operations/simulate/server'
import { signingKeysServer } from '@playhead/features/system/signing-keys/server'
import { webhooksServer } from '@playhead/features/system/webhooks/server'
import { assetsServer } from '@playhead/features/video/assets/server'
import { broadcastsServer } from '@playhead/features/video/broadcasts/server'
import { deliveryUsageServer } from '@playhead/features/video/delivery-usage/server'
import { drmConfigurationsServer } from '@playhead/features/video/drm-configurations/server'
import { liveStreamsServer } from '@playhead/features/video/live-streams/server'
import { playbackIdsServer } from '@playhead/features/video/playback-ids/server'
import { playbackRestrictionsServer } from '@playhead/features/video/playback-restrictions/server'
import { playbackServer } from '@playhead/features/video/playback/server'
import { processingServer } from '@playhead/features/video/processing/server'
import { shotsServer } from '@playhead/features/video/shots/server'
import { staticRenditionsServer } from '@playhead/features/video/static-renditions/server'
import { storageCheckServer } from '@playhead/features/video/storage-check/server'
import { tracksServer } from '@playhead/features/video/tracks/server'
import { transcriptionVocabulariesServer } from '@playhead/features/video/transcription-vocabularies/server'
import { uploadsServer } from '@playhead/features/video/uploads/server'
import { watchServer } from '@playhead/features/video/watch/server'

/** Every feature: an import sorted by path and an entry sorted by name. */
export const features = [
  accessTokensServer,
  alertsServer,
  annotationsServer,
  assetsServer,
  auditTrailServer,
  backupServer,
  broadcastsServer,
  cmcdServer,
  collectorServer,
  comparisonServer,
  customDashboardsServer,
  customDimensionsServer,
  deliveryUsageServer,
  dimensionsServer,
  doctorServer,
  drmConfigurationsServer,
  engagementServer,
  environmentsServer,
  errorCodesServer,
  errorsServer,
  eventsServer,
  exportsServer,
  importServer,
  incidentsServer,
  jobsServer,
  liveStreamsServer,
  logsServer,
  metricsServer,
  monitoringServer,
  notificationsServer,
  invoicePdfsServer,
  operatorServer,
  organizationsServer,
  overviewServer,
  invoicesServer,
  paymentsServer,
  plansServer,
  playbackIdsServer,
  playbackRestrictionsServer,
  playbackServer,
  processingServer,
  profileServer,
  rebuildServer,
  rollupServer,
  secondFactorServer,
  serverAlertsServer,
  shotsServer,
  signInServer,
  signingKeysServer,
  simulateServer,
  staticRenditionsServer,
  storageCheckServer,
  streamingExportsServer,
  subPropertiesServer,
  subviewsServer,
  supportServer,
  teamServer,
  tracksServer,
  transcriptionVocabulariesServer,
  uploadsServer,
  usageServer,
  billingServer,
  viewerCountsServer,
  viewsServer,
  watchServer,
  webhooksServer,
  runningQuestionsServer,
  whyServer,
]
