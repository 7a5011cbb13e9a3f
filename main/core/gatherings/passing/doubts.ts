/** Words that keep a sentence from being a pass; all for text in lower case. */

const conditions =
  'if|unless|when(?:ever)?|once|after|before|until|till|provided|assuming|suppos\\w+|in case|as soon as|as long as'
const times = 'later|soon|tomorrow|eventually|next (?:time|round|turn|week)|then'
const negations = 'not|never|no|rather|or|only|except|but|however|though|although|almost|instead'
const modals = 'would|could|might|may|maybe|perhaps|hypothetical\\w*|pretend\\w*|joking|kidding'
const reports = 'said|says|wrote|writes|reads|quoted?|examples?'

const denial = new RegExp(`\\b(?:${conditions}|${times}|${negations}|${modals}|${reports})\\b|n['’]t\\b`)

/** Whether the rest of a sentence makes it a condition, a time to come, a doubt or a report. */
export function denies(rest: string): boolean {
  return denial.test(rest)
}

/** Whether the rest of "Passing to NAME" goes on to say something about passing. */
export function describes(rest: string): boolean {
  return /\b(?:is|are|was|were|be|been|has|had|makes|made|seems|feels|looks|costs|means|helps)\b/.test(rest)
}

/** Whether a sentence presents the next one as an example or a quotation. */
export function isExample(words: string): boolean {
  return /\b(?:examples?|verbatim|as follows|the following|word for word|quote|quoting)\b/.test(words)
}

const another = new RegExp(
  `\\bpass(?:e[sd]|ing)?\\b|\\b(?:${reports}|instruct\\w*|injection|joking|kidding|hypothetical\\w*|(?:told|asked|made|wants?) (?:me|us))\\b`,
)
const retraction =
  /^\W*(?:not?|nope|nah|but|wait|actually|though|although|however|or|unless|if|once|when|whenever|after|until|till|before|only|except|scratch|sorry|hold on|hang on|hmm|then|provided|on second thoughts?|correction|forget|ignore|strike|undo|never ?mind|later|tomorrow|first|at least)\b/
const request =
  /^\W*(?:ok(?:ay)?|all ?right|right|agreed|yes|is (?:that|this|it)|may i|can i|should i|shall i|do you (?:mind|agree))\b[^?]*\?/

/** Whether a sentence after the pass takes it back, asks whether it may, or says that it was another's. */
export function unsays(words: string): boolean {
  return another.test(words) || retraction.test(words) || request.test(words)
}
