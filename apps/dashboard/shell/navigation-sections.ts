import type { Flags } from '@playhead/domain/flags.ts'
import type { NavigationSection } from '@playhead/web-kit/web-feature.ts'

interface Section {
  title: NavigationSection
  isShown?: (flags: Flags) => boolean
}

/** SHELL-059 SHELL-062; screens declare the entries. */
export const navigationSections: Section[] = [
  { title: 'Environments' },
  { title: 'Data' },
  { title: 'Video', isShown: (flags) => flags.video },
  { title: 'Account' },
]
