import {
  type ButtonHTMLAttributes,
  cloneElement,
  type ComponentType,
  type KeyboardEvent,
  type ReactElement,
  type RefAttributes,
  type RefObject,
  Suspense,
  useRef,
  useState,
} from 'react'
import type { DropdownContent } from '@playhead/ui/dropdown-popover.tsx'
import type { MenuContent } from '@playhead/ui/menu-popover.tsx'
import { lazyChunk } from './lazy-chunk.tsx'

interface PopupProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  triggerRef: RefObject<HTMLElement | null>
  focusOnOpen?: 'first' | 'last' | 'menu'
}

type TriggerProps = ButtonHTMLAttributes<HTMLButtonElement> & RefAttributes<HTMLButtonElement>

const pressKeys: Record<string, 'first' | 'last'> = { Enter: 'first', ' ': 'first' }
const openingKeys = {
  menu: { ...pressKeys, ArrowDown: 'first', ArrowUp: 'last' },
  dialog: pressKeys,
} as Record<'menu' | 'dialog', typeof pressKeys>

/**
 * A popup whose code is fetched when its trigger is pointed at or focused, so that screens come
 * without it. One click opens it, also when the code is still on its way.
 */
export const lazyPopup = <N extends string, P extends object>(
  kind: 'menu' | 'dialog',
  name: N,
  load: () => Promise<Record<N, ComponentType<P & Partial<PopupProps>>>>,
) => {
  let isLoaded = false
  const Popup = lazyChunk(name, async () => {
    const chunk = await load()
    isLoaded = true
    return chunk
  }) as ComponentType<object>
  // What fails here is told when it is asked for.
  const prepare = () => void load().catch(() => undefined)

  return function LazyPopup({ trigger, ...content }: P & { trigger: ReactElement<TriggerProps> }) {
    const triggerRef = useRef<HTMLButtonElement>(null)
    const [isWanted, setIsWanted] = useState(false)
    const [isOpen, setIsOpen] = useState(false)
    const [focusOnOpen, setFocusOnOpen] = useState<PopupProps['focusOnOpen']>()
    const open = (focus: PopupProps['focusOnOpen']) => {
      // Some browsers do not focus what is clicked, and the focus is to come back here.
      triggerRef.current?.focus()
      setFocusOnOpen(focus)
      setIsWanted(true)
      setIsOpen(true)
    }
    // Nobody who went on meanwhile is called back by a popup that came late.
    const giveUp = () => {
      if (!isLoaded) setIsOpen(false)
    }
    // The click that a key would make counts as one of a screen reader and leaves the focus beside the entries.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') giveUp()
      const focus = openingKeys[kind][event.key]
      if (!focus) return
      event.preventDefault()
      open(focus)
    }
    const onKeyUp = (event: KeyboardEvent) => {
      if (event.key === ' ') event.preventDefault()
    }
    return (
      <>
        {cloneElement(trigger, {
          ref: triggerRef,
          'aria-haspopup': kind,
          'aria-expanded': isOpen,
          onPointerEnter: prepare,
          onFocus: prepare,
          onBlur: giveUp,
          onKeyDown,
          onKeyUp,
          // A click without a pointer comes from a screen reader.
          onClick: ({ detail }) =>
            isOpen ? setIsOpen(false) : open(detail === 0 ? 'first' : 'menu'),
        })}
        {isWanted && (
          <Suspense fallback={null}>
            <Popup
              {...content}
              {...{ isOpen, triggerRef, onOpenChange: setIsOpen }}
              {...(kind === 'menu' && { focusOnOpen })}
            />
          </Suspense>
        )}
      </>
    )
  }
}

export const LazyMenu = lazyPopup<'MenuPopover', MenuContent>(
  'menu',
  'MenuPopover',
  () => import('@playhead/ui/menu-popover.tsx'),
)

export const LazyDropdown = lazyPopup<'DropdownPopover', DropdownContent>(
  'dialog',
  'DropdownPopover',
  () => import('@playhead/ui/dropdown-popover.tsx'),
)
