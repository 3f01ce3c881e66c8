import { useEffect } from 'react'
import { createStore, useStore } from '@playhead/web-kit/external-store.ts'
import { useSession } from '@playhead/web-kit/session/use-session.ts'
import type { Contents, Dashboard, DashboardDraft } from './dashboard.ts'

type Draft = DashboardDraft & { version: number }

const drafts = createStore<ReadonlyMap<string, Draft>>(new Map())

export const forgetDrafts = () => drafts.set(new Map())

const useOwner = () => useSession().currentUser?.id ?? ''

/** Warns before the page closes, the only action that loses the draft. */
const useWarning = (isNeeded: boolean) =>
  useEffect(() => {
    if (!isNeeded) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    globalThis.addEventListener('beforeunload', warn)
    return () => globalThis.removeEventListener('beforeunload', warn)
  }, [isNeeded])

/**
 * Unsaved changes, visible only in this tab. The draft survives navigation to other screens, so that no work is lost.
 * DASH-008
 */
export const useDraft = (dashboard: Dashboard) => {
  const key = `${useOwner()}:${dashboard.id}`
  const draft = useStore(drafts).get(key)
  useWarning(draft !== undefined)
  const set = (next: Draft | undefined) => {
    const all = new Map(drafts.get())
    if (next) all.set(key, next)
    else all.delete(key)
    drafts.set(all)
  }
  const begin = (from: (stored: Dashboard) => DashboardDraft) => {
    const { displayName, timeframeStart, dashboardContents } = from(dashboard)
    const { version } = dashboard
    set({ displayName, timeframeStart, dashboardContents, version })
  }
  const change = (to: (now: Draft) => Draft) => {
    const now = drafts.get().get(key)
    if (now) set(to(now))
  }
  return {
    draft,
    begin,
    change,
    changeContents: (to: (now: Contents) => Contents) =>
      change((now) => ({ ...now, dashboardContents: to(now.dashboardContents) })),
    end: () => set(undefined),
  }
}

/** The ids of dashboards with unsaved drafts. */
export const useUnsaved = () => {
  const owner = useOwner()
  const all = useStore(drafts)
  return (id: string) => all.has(`${owner}:${id}`)
}
