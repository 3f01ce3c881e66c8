import type { DOMAttributes, ReactElement } from 'react'
import { Pressable } from 'react-aria-components/Pressable'

// Kit buttons pass unknown props to their element, which is all the overlay library needs of a trigger.
type PressableChild = ReactElement<DOMAttributes<Element>, string>

export const Trigger = ({ children }: { children: ReactElement }) => {
  return <Pressable>{children as PressableChild}</Pressable>
}
