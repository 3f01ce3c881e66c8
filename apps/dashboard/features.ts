import type { WebFeature } from '@playhead/web-kit/web-feature.ts'
import { dashboardWeb } from './screens/dashboard-web.ts'

/** Every feature with screens, one line each. */
export const features: WebFeature[] = [dashboardWeb]
