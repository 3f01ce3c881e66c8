import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { CheckIcon, SearchIcon } from '../icons/icons.ts'
import { KeyboardShortcut } from './keyboard-shortcut.tsx'
import { useClientRouter } from '../navigation/router-context.ts'
import { matchWords } from './match-words.ts'

export interface FilterListItem {
  id: string
  label: string
  description?: ReactNode
  icon?: ReactNode
  /** Text after the label, such as "new". */
  badge?: ReactNode
  href?: string
  keywords?: string
  shortcut?: readonly string[]
  onSelect?: () => void
}

export interface FilterListGroup {
  id: string
  title?: string
  items: readonly FilterListItem[]
  /** The items were found for the text: they are shown as they are. */
  isFound?: boolean
}

interface FilterListProps {
  label: string
  placeholder: string
  groups: readonly FilterListGroup[]
  onSelect: (item: FilterListItem) => void
  onText?: (text: string) => void
  noResultsText: string
  selectedIds?: ReadonlySet<string>
  isMultiple?: boolean
  isPalette?: boolean
  footer?: ReactNode
}

function filterGroups(groups: readonly FilterListGroup[], text: string): FilterListGroup[] {
  const matches = matchWords(text)
  const isMatch = (item: FilterListItem) => matches(`${item.label} ${item.keywords ?? ''}`)
  return groups
    .map((group) => (group.isFound ? group : { ...group, items: group.items.filter(isMatch) }))
    .filter((group) => group.items.length > 0)
}

function moveIndex(key: string, index: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (index + 1) % count
  if (key === 'ArrowUp') return (index - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}

interface OptionProps {
  id: string
  item: FilterListItem
  isActive: boolean
  isSelected: boolean
  onHover: () => void
  onChoose: () => void
}

function Option({ id, item, isActive, isSelected, onHover, onChoose }: OptionProps) {
  // The focus stays in the filter field, which names the active option; the pointer clicks it.
  const option = { role: 'option', onClick: onChoose, onPointerMove: onHover }
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <div
      {...option}
      ref={element}
      id={id}
      className="ph-menu-item"
      aria-selected={isSelected}
      data-focused={isActive || undefined}
    >
      {item.icon}
      <span className="ph-menu-item-text">
        {item.label}
        {item.description && <span className="ph-menu-item-detail">{item.description}</span>}
      </span>
      {item.badge}
      {item.shortcut && <KeyboardShortcut keys={item.shortcut} />}
      <CheckIcon size={14} className="ph-menu-item-check" />
    </div>
  )
}

export const FilterList = (props: FilterListProps) => {
  const { groups, onSelect, selectedIds } = props
  const id = useId()
  const router = useClientRouter()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const [text, setText] = useState('')
  const [activeIndex, setActiveIndex] = useState(() => {
    const all = groups.flatMap((group) => group.items)
    return Math.max(
      0,
      all.findIndex((item) => selectedIds?.has(item.id)),
    )
  })
  const shown = useMemo(() => filterGroups(groups, text), [groups, text])
  const items = shown.flatMap((group) => group.items)
  const active = items[Math.min(activeIndex, items.length - 1)]
  const optionId = (item: FilterListItem) => `${id}-${item.id}`

  const choose = (item: FilterListItem) => {
    onSelect(item)
    item.onSelect?.()
    if (item.href !== undefined) router.navigate(item.href)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const next = moveIndex(event.key, active ? items.indexOf(active) : 0, items.length)
    if (next !== null) setActiveIndex(next)
    else if (event.key === 'Enter' && active) choose(active)
    else return
    event.preventDefault()
  }

  const input = (
    <input
      ref={field}
      className="ph-input-control"
      role="combobox"
      aria-label={props.placeholder}
      aria-expanded="true"
      aria-controls={`${id}-list`}
      aria-autocomplete="list"
      aria-activedescendant={active ? optionId(active) : undefined}
      placeholder={props.placeholder}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onKeyDown={handleKey}
      onChange={(event) => {
        setText(event.target.value)
        props.onText?.(event.target.value)
        setActiveIndex(0)
      }}
    />
  )
  const list = {
    role: 'listbox',
    id: `${id}-list`,
    'aria-label': props.label,
    'aria-multiselectable': props.isMultiple || undefined,
    tabIndex: -1,
  }
  return (
    <>
      {props.isPalette ? (
        <div className="ph-palette-search">
          <SearchIcon />
          {input}
        </div>
      ) : (
        <div className="ph-filter">
          <div className="ph-input">
            <SearchIcon size={14} />
            {input}
          </div>
        </div>
      )}
      {items.length === 0 && <output className="ph-menu-empty block">{props.noResultsText}</output>}
      <div {...list} className={props.isPalette ? 'ph-palette-list' : 'ph-menu'}>
        {shown.map((group) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no native element groups options of a listbox
          <div key={group.id} role="group" aria-label={group.title}>
            {group.title && (
              <div className="ph-menu-heading" aria-hidden="true">
                {group.title}
              </div>
            )}
            {group.items.map((item) => (
              <Option
                key={item.id}
                id={optionId(item)}
                item={item}
                isActive={item === active}
                isSelected={selectedIds?.has(item.id) ?? false}
                onHover={() => setActiveIndex(items.indexOf(item))}
                onChoose={() => choose(item)}
              />
            ))}
          </div>
        ))}
      </div>
      {props.footer && <div className="ph-menu-foot">{props.footer}</div>}
    </>
  )
}
