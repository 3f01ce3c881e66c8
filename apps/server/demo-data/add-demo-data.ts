import { addAnnotation } from '@playhead/features/data/annotations/server'
import { addDashboard } from '@playhead/features/data/custom-dashboards/server'
import {
  customDimensionsOf,
  nameCustomDimension,
} from '@playhead/features/data/custom-dimensions/server'
import type { Actor } from '@playhead/server-kit/audit/changes.ts'
import type { Environment, Organization } from '@playhead/server-kit/tenant.ts'
import { demoAnnotations } from './demo-annotations.ts'
import { morningCheck } from './demo-dashboard.ts'

/** What the players of the demo send in their custom dimensions. */
const names: Readonly<Record<string, string>> = {
  custom_1: 'Content source',
  custom_2: 'App',
  custom_3: 'App release',
}

/** Names, notes and a dashboard, as people of the demo would have made them. */
export const addDemoData = async (
  organization: Organization,
  environment: Environment,
  actor: Actor,
  { now, days }: { now: number; days: number },
) => {
  for (const from of await customDimensionsOf(environment)) {
    const name = names[from.id]
    const to = { ...from, display_name: name ?? null }
    if (name) await nameCustomDimension(organization, environment, actor, { from, to })
  }
  for (const annotation of demoAnnotations(now, days))
    await addAnnotation(organization, environment, actor, { ...annotation, sub_property_id: null })
  await addDashboard(organization, environment, actor, morningCheck)
}
