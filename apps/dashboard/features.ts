import { accessTokensWeb } from '@playhead/features/account/access-tokens/web'
import { environmentsWeb } from '@playhead/features/account/environments/web'
import { operatorWeb } from '@playhead/features/account/operator/web'
import { organizationsWeb } from '@playhead/features/account/organizations/web'
import { profileWeb } from '@playhead/features/account/profile/web'
import { signInWeb } from '@playhead/features/account/sign-in/web'
import { teamWeb } from '@playhead/features/account/team/web'
import { collectorWeb } from '@playhead/features/data/collector/web'
import { comparisonWeb } from '@playhead/features/data/comparison/web'
import { customDashboardsWeb } from '@playhead/features/data/custom-dashboards/web'
import { customDimensionsWeb } from '@playhead/features/data/custom-dimensions/web'
import { engagementWeb } from '@playhead/features/data/engagement/web'
import { errorCodesWeb } from '@playhead/features/data/error-codes/web'
import { errorsWeb } from '@playhead/features/data/errors/web'
import { metricsWeb } from '@playhead/features/data/metrics/web'
import { overviewWeb } from '@playhead/features/data/overview/web'
import { viewsWeb } from '@playhead/features/data/views/web'
import type { WebFeature } from '@playhead/web-kit/web-feature.ts'
import { dashboardWeb } from './screens/dashboard-web.ts'

/** Every feature with screens, one line each. */
export const features: WebFeature[] = [
  accessTokensWeb,
  comparisonWeb,
  customDashboardsWeb,
  customDimensionsWeb,
  dashboardWeb,
  engagementWeb,
  environmentsWeb,
  errorCodesWeb,
  errorsWeb,
  metricsWeb,
  operatorWeb,
  // Stands here because the operator's tabs have this order.
  collectorWeb,
  organizationsWeb,
  overviewWeb,
  profileWeb,
  signInWeb,
  teamWeb,
  viewsWeb,
]
