import { Stop } from '../setup/stop.mjs'

/** All spellings of a feature's name: account/dated-notes is datedNotes, DatedNote, dated_notes, "Dated notes". */
export const namesOf = (argument) => {
  const [, area, kebab] =
    /^([a-z][a-z0-9-]*)\/([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/.exec(argument ?? '') ?? []
  if (!area) throw new Stop('Usage: npm run new-feature area/name, for example account/dated-notes')
  const one = singular(kebab)
  return {
    area,
    kebab,
    folder: `features/${area}/${kebab}`,
    many: camel(kebab),
    Many: pascal(kebab),
    one: camel(one),
    One: pascal(one),
    oneKebab: one,
    table: kebab.replaceAll('-', '_'),
    wire: one.replaceAll('-', '_'),
    title: sentence(kebab),
    oneTitle: sentence(one),
    oneWords: one.replaceAll('-', ' '),
    manyWords: kebab.replaceAll('-', ' '),
  }
}

const singular = (kebab) => kebab.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')
const pascal = (kebab) =>
  kebab.replaceAll(/(?:^|-)([a-z0-9])/g, (_, letter) => letter.toUpperCase())
const camel = (kebab) => pascal(kebab).replace(/^./, (letter) => letter.toLowerCase())
const sentence = (kebab) =>
  kebab.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase())
