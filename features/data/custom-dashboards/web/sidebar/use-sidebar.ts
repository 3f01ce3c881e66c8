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

/** Stored on this device, not in the URL: a shared link shows the dashboard, not the sender's page layout. */
export const useSidebar = () => {
  const isOpen = useStore(openStore) ?? stored()
  const toggle = () => {
    openStore.set(!isOpen)
    try {
      localStorage.setItem(storageKey, isOpen ? 'closed' : 'open')
    } catch {
      // When storage is full or blocked, the choice is just not saved.
    }
  }
  return { isOpen, toggle }
}
