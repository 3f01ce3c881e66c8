import { isTestHelper, roomOf } from './rooms.mjs'

/** Packages that no feature uses yet: their tests are the only importers of their doors. */
const unusedPackages = ['packages/channel']
const frontDoor =
  /^features\/[^/]+\/[^/]+\/(contract|server\/index|web\/(index|screens|slots|parts))\.ts$/

const isForTests = (file) =>
  roomOf(file).isTest || file.startsWith('tests/') || file.startsWith('packages/testing/')

const isProduct = (file) => /^(apps|features|packages)\//.test(file) && !isForTests(file)

/** Product code, whose imports of test helpers would reach users. */
export const importsTestHelper = (file, to) => isProduct(file) && isTestHelper(to.path)

/** Files that only tests import although their names do not say so. `importers` maps a file to those that import it. */
export const unnamedTestHelpers = (files, importers) =>
  files.filter((file) => {
    const from = importers.get(file) ?? []
    return (
      isProduct(file) &&
      !frontDoor.test(file) &&
      !file.endsWith('.config.ts') &&
      !unusedPackages.includes(roomOf(file).room) &&
      from.length > 0 &&
      from.every(isForTests)
    )
  })
