import { Button } from '@playhead/ui/buttons/button.tsx'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { ChevronDownIcon, MoreIcon, PlusIcon } from '@playhead/ui/icons/icons.ts'
import { CalendarIcon } from '@playhead/ui/icons/subject-icons.ts'
import { KeyboardShortcut } from '@playhead/ui/menus/keyboard-shortcut.tsx'
import { Inline } from '@playhead/ui/layout/layout.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { KitSection } from './kit-section.tsx'

const kinds = ['primary', 'secondary', 'ghost', 'danger'] as const
const names = { primary: 'Create asset', secondary: 'Edit', ghost: 'Cancel', danger: 'Delete' }

export const KitActions = () => {
  return (
    <KitSection id="buttons" title="Buttons and links">
      {(['sm', 'md', 'lg'] as const).map((size) => (
        <Inline key={size}>
          {kinds.map((kind) => (
            <Button key={kind} kind={kind} size={size}>
              {names[kind]}
            </Button>
          ))}
        </Inline>
      ))}
      <Inline>
        {kinds.map((kind) => (
          <Button key={kind} kind={kind} isLoading>
            {names[kind]}
          </Button>
        ))}
        {kinds.map((kind) => (
          <Button key={kind} kind={kind} disabled>
            {names[kind]}
          </Button>
        ))}
      </Inline>
      <Inline>
        <Button icon={<CalendarIcon size={15} />} iconAfter={<ChevronDownIcon size={13} />}>
          Last 24 hours
        </Button>
        <Button kind="ghost" icon={<PlusIcon size={14} />}>
          Filter
        </Button>
        <IconButton icon={<MoreIcon />} label="More actions" />
        <IconButton icon={<PlusIcon />} label="Add" kind="secondary" />
        <LinkButton href="#buttons">Open the guide</LinkButton>
        <KeyboardShortcut keys={['⌘', 'K']} />
      </Inline>
      <p>
        A <Link href="#buttons">link in a sentence</Link>, a{' '}
        <Link kind="quiet" href="#icons">
          quiet link
        </Link>{' '}
        and one that{' '}
        <Link href="https://example.com" isExternal>
          leaves
        </Link>
        .
      </p>
      <div>
        <CopyControl value="nl7ekQ3c9w2mJ5v8" label="Environment id" />
      </div>
    </KitSection>
  )
}
