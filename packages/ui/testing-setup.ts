import * as React from 'react'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { toasts } from './feedback/toast-store.ts'

// What a test waits for appears at once or never; a busy machine may need longer than the default second.
configure({ asyncUtilTimeout: 20_000 })

// The files of one worker share a document, and Testing Library registers its own hook only in the first of them.
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  delete document.documentElement.dataset.theme
  localStorage.clear()
  sessionStorage.clear()
})

// In happy-dom the document is not an instance of the global Document, which dialogs use to check where the focus is.
Object.defineProperty(Document, Symbol.hasInstance, {
  configurable: true,
  value: (node: unknown) => node instanceof Node && node.nodeType === Node.DOCUMENT_NODE,
})

// Test files share modules too, and a toast outlives the test that showed it.
beforeEach(() => toasts.clear())

/**
 * The development build of React notes a stack for each element that is created, which took 15 % of the processor time of
 * the screens' tests. It gives up after ten thousand a second: here it has always reached that.
 */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, object>
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Number.MAX_SAFE_INTEGER,
  set: () => {},
})
