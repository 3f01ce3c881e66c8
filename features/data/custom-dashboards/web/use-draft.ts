import { useState } from 'react'
import type { Contents, Dashboard, DashboardDraft } from './dashboard.ts'

type Draft = DashboardDraft & { version: number }

/** What is changed and not yet saved; nobody else sees it. DASH-008 */
export const useDraft = (dashboard: Dashboard) => {
  const [draft, setDraft] = useState<Draft>()
  const begin = (from: (stored: Dashboard) => DashboardDraft) => {
    const { displayName, timeframeStart, dashboardContents } = from(dashboard)
    const { version } = dashboard
    setDraft({ displayName, timeframeStart, dashboardContents, version })
  }
  const change = (to: (now: Draft) => Draft) => setDraft((now) => now && to(now))
  return {
    draft,
    begin,
    change,
    changeContents: (to: (now: Contents) => Contents) =>
      change((now) => ({ ...now, dashboardContents: to(now.dashboardContents) })),
    end: () => setDraft(undefined),
  }
}
