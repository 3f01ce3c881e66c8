import userEvent from '@testing-library/user-event'

/** The library itself, or what its `setup` gave. */
interface Pointing {
  pointer(moves: Parameters<typeof userEvent.pointer>[0]): Promise<unknown>
}

/**
 * Brings the pointer over an element from elsewhere, as a mouse does. Tooltips stay shut for an element that comes under
 * a resting pointer, and a first move straight onto it looks like that, unless an earlier test moved the pointer.
 */
export const pointAt = (element: Element, user: Pointing = userEvent) =>
  user.pointer([{ target: document.body }, { target: element }])
