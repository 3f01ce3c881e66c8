import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { toasts } from './toast-store.ts'

// A machine that others use as well may stand still for longer than the second that is customary.
configure({ asyncUtilTimeout: 5_000 })

// The files of one worker share a document, and Testing Library registers its own hook only in the first of them.
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  delete document.documentElement.dataset.theme
  localStorage.clear()
  sessionStorage.clear()
})

// In happy-dom the document is no instance of the global Document, by which dialogs find out whether the focus is inside.
Object.defineProperty(Document, Symbol.hasInstance, {
  configurable: true,
  value: (node: unknown) => node instanceof Node && node.nodeType === Node.DOCUMENT_NODE,
})

// Test files share the modules too, and a toast outlives the test that showed it.
beforeEach(() => toasts.clear())
