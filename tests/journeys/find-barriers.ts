import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** All rules whose result depends on the theme. */
const colourRules = ['color-contrast', 'link-in-text-block']

interface Search {
  /** A selector; default is the whole page. */
  part?: string
  /** Colours only, for a page already checked in another theme at the same width. */
  isColoursOnly?: boolean
  /** Only the rules of these guidelines. */
  guidelines?: string[]
}

/**
 * Barriers that axe finds in the current state of the page. Selectors are computed for findings only: for passing
 * elements they would take most of the time.
 */
export const findBarriers = async (page: Page, search: Search = {}): Promise<string[]> => {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
  if (search.part !== undefined) axe.include(search.part)
  if (search.guidelines) axe.withTags(search.guidelines)
  if (search.isColoursOnly) axe.withRules(colourRules)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
