import userEvent from '@testing-library/user-event'

/** The user-event library itself, or an instance from its `setup`. */
interface Pointing {
  pointer(moves: Parameters<typeof userEvent.pointer>[0]): Promise<unknown>
}

/**
 * Moves the pointer onto the element from elsewhere, as a mouse does. A tooltip stays closed when its element appears
 * under a resting pointer, and a first move directly onto it looks the same, unless an earlier test moved the pointer.
 */
export const pointAt = (element: Element, user: Pointing = userEvent) =>
  user.pointer([{ target: document.body }, { target: element }])
