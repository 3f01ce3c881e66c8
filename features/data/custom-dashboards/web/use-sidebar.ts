import { createStore, useStore } from '@playhead/web-kit/external-store.ts'

const storageKey = 'playhead_dashboards_sidebar'

const stored = () => {
  try {
    return localStorage.getItem(storageKey) !== 'closed'
  } catch {
    return true
  }
}

const openStore = createStore<boolean | undefined>(undefined)

/** Kept on this device; who follows a link sees the dashboard, not how somebody else arranged the page. */
export const useSidebar = () => {
  const isOpen = useStore(openStore) ?? stored()
  const toggle = () => {
    openStore.set(!isOpen)
    try {
      localStorage.setItem(storageKey, isOpen ? 'closed' : 'open')
    } catch {
      // A full or forbidden storage only costs the memory of it.
    }
  }
  return { isOpen, toggle }
}
