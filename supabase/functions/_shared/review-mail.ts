/**
 * The emails about reviews of change sets.
 * @param detail who did what; of a comment from outside, the set's name
 */
export function reviewWords(company: string, detail: string) {
  const yours = {
    what: detail,
    button: "Open the change set",
    otherwise: "You're getting this email because you sent the set for review.",
  };
  return {
    review_asked: {
      subject: `A change set for the ${company} website needs your review`,
      what: detail,
      button: "Review the changes",
      otherwise: "Approving doesn't publish anything. You can also ask for changes.",
    },
    set_approved: { ...yours, subject: `Your change set for the ${company} website is approved` },
    set_changes_asked: {
      ...yours,
      subject: `Your change set for the ${company} website needs changes`,
    },
    set_commented: {
      ...yours,
      subject: `Someone commented on your preview of the ${company} website`,
      what: `Someone with your preview link of "${detail}" left a comment. They don't have an account.`,
      otherwise:
        "You're getting this email because you created the link. Revoke it under Share if you don't want more comments.",
    },
  };
}
