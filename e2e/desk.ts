import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'

/** Names that the tests of this worker gave to agents: those of closed tabs stand in no list. */
export const madeNames = new Set<string>()

/** How a tab may be made. */
export interface NewTab {
  /** Where it works, if not where the desk's agents do; null: where the app proposes. */
  readonly folder?: string | null
  readonly role?: string
}

/** Opens what a form does not show at first. */
export const openOptions = (dialog: Locator): Promise<void> =>
  dialog.getByText('Options', { exact: true }).click()

/** The window, by the names that a user or a screen reader finds in it. */
export class Desk {
  page: Page
  readonly #desktop: () => Page | null
  readonly #work: string | null

  /**
   * `desktop`: the window that the app has itself, if it has one; else it is shown in the page. `work`: the folder in
   * which its agents work.
   */
  constructor(page: Page, desktop: () => Page | null = () => null, work: string | null = null) {
    this.page = page
    this.#desktop = desktop
    this.#work = work
  }

  get tabs(): Locator {
    return this.page.getByRole('navigation', { name: 'Tabs' })
  }

  /** Where the first agent is made, while there is none. */
  get #first(): Locator {
    return this.page.getByRole('form', { name: 'First agent' })
  }

  /** Opens the window at the address that the app printed; the app's own is open already. */
  async open(url: string): Promise<void> {
    const window = this.#desktop()
    if (window === null) await this.page.goto(url)
    else this.page = window
    await expect(this.tabs.or(this.#first).first()).toBeVisible()
  }

  /** Makes an agent, by the first screen or by the dialog, and shows it. */
  async create(name: string, { folder = this.#work, role }: NewTab = {}): Promise<void> {
    madeNames.add(name)
    if (await this.#first.isVisible()) {
      await this.#first.getByLabel('Name').fill(name)
      if (folder !== null) await this.#first.getByLabel('Folder').fill(folder)
      await this.#first.getByRole('button', { name: 'Start' }).click()
    } else {
      const dialog = await this.openDialog()
      await dialog.getByLabel('Name').fill(name)
      if (folder !== null) await dialog.getByLabel('Folder').fill(folder)
      if (role !== undefined) {
        await openOptions(dialog)
        await dialog.getByLabel('Description').fill(role)
      }
      await dialog.getByRole('button', { name: 'Create' }).click()
      await expect(dialog).toBeHidden()
    }
    await this.show(name)
  }

  /** Opens the dialog for a new agent. */
  async openDialog(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'New agent' }).click()
    return this.page.getByRole('dialog', { name: 'New agent' })
  }

  /** The tab of an agent; with `state`, only when it says so ("idle", "working, 1 waiting"). */
  tab(name: string, state = ''): Locator {
    return this.tabs.getByRole('button', { name: new RegExp(`^${name}, ${state}`) })
  }

  async show(name: string): Promise<void> {
    await this.tab(name).click()
    await expect(this.composer(name)).toBeVisible()
  }

  composer(name: string): Locator {
    return this.page.getByRole('textbox', { name: `Message to ${name}` })
  }

  transcript(name: string): Locator {
    return this.page.getByRole('log', { name: `Conversation with ${name}` })
  }

  /** A line of an agent's conversation that is just these words: an answer, not the prompt that asked for it. */
  line(name: string, words: string): Locator {
    return this.transcript(name).getByText(words, { exact: true })
  }

  /** Messages that wait for the agent that is shown. */
  get waiting(): Locator {
    return this.page.getByRole('region', { name: 'Waiting messages' })
  }

  /** Writes to an agent as the user: shows its tab, types, sends with Enter. */
  async say(name: string, ...lines: string[]): Promise<void> {
    await this.show(name)
    await this.composer(name).fill(lines.join('\n'))
    await this.composer(name).press('Enter')
    await expect(this.composer(name)).toHaveValue('')
  }

  /** Has an agent say just these words, and waits until they stand in its conversation. */
  async hear(name: string, words: string): Promise<void> {
    await this.say(name, `say: ${words}`)
    await expect(this.line(name, words)).toBeVisible()
  }

  /** Does something by the menu of a tab. */
  async choose(name: string, action: string | RegExp): Promise<void> {
    await this.tab(name).click({ button: 'right' })
    const menu = this.page.getByRole('menu', { name: `Menu of ${name}` })
    const item = menu.getByRole('menuitem', { name: action, exact: true })
    const more = menu.getByRole('menuitem', { name: 'More' })
    await expect(item.or(more).first()).toBeVisible()
    if (!(await item.isVisible())) await more.click()
    await item.click()
  }

  /** The row of a gathering in the list of tabs. */
  gathering(topic: string): Locator {
    return this.tabs.getByRole('button', { name: new RegExp(`^${topic.replace('?', '\\?')}, .*gathering`) })
  }

  /** Takes something up by the mouse and holds it over something else: so many px from its left, so far down it. */
  async carry(from: Locator, to: Locator, right: number, down: number): Promise<void> {
    // Only once neither moves any more.
    await to.hover()
    await from.hover()
    const over = await to.boundingBox()
    if (!over) throw new Error('What it is carried to is not in view.')
    await this.page.mouse.down()
    await this.page.mouse.move(over.x + right, over.y + over.height * down, { steps: 6 })
  }

  /** Answers the card of a tool in the tab that is shown. */
  async decide(tool: string, decision: 'Allow once' | 'Deny'): Promise<void> {
    const card = this.page.getByRole('group').filter({ hasText: tool })
    if (decision === 'Deny') await card.getByRole('button', { name: 'Deny, and say why' }).click()
    await card.getByRole('button', { name: decision, exact: true }).click()
  }

  /** Takes a picture of the window into a folder that git ignores, for those who change how it looks. */
  async picture(name: string): Promise<void> {
    await this.page.screenshot({ path: join(import.meta.dirname, '..', '.cache', 'pictures', `${name}.png`) })
  }
}
