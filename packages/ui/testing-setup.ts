import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// The files of one worker share a document, and Testing Library registers its own hook only in the first of them.
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  delete document.documentElement.dataset.theme
  localStorage.clear()
  sessionStorage.clear()
})
