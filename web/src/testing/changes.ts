// Every call that changes something: what is pressed, what becomes of a second press after an answer that was lost, and the test
// that loses one. `changes.test.ts` compares it with the calls that are made.

/**
 * A line has: file | call | what is pressed | pressed again | test. The file is of `src`. Pressed again it is `safe`, which the server
 * sees to by a key, a version or what is there; `said`, where it is done once more and the page says so; `shown`, where the page is
 * read again and says to look first, as the button may be its opposite by then; or a `look`, which changes nothing. The test is of the same
 * folder, of `src` or of `e2e`, by its file and a part of its title; or `none`, with the reason.
 */
export const changes = `
door/app/LeavingSheet.tsx | post '/api/admin/logout' | Sign out | safe | App.test.tsx: where the network is lost in the moment of signing out
door/features/scan/useReport.ts | post '/api/check-in/report' | nothing, by the clock | safe | none: the next report takes its place
door/features/sign-in/signIn.ts | post '/api/admin/login' | Sign in | safe | none: the session that nobody heard of ends by itself
door/features/sign-in/signIn.ts | post '/api/admin/login/second-factor' | Sign in | safe | none: a code is good once, and the next one comes in half a minute
door/kit/checkIn/redeem.ts | post '/api/check-in/redeem' | nothing, by a scan | safe | desk.test.ts: sends the same nonce later
door/kit/checkIn/upload.ts | post '/api/check-in/redeem-batch' | nothing, as the network is back | safe | desk.test.ts: though every third answer is lost
door/kit/checkIn/upload.ts | post '/api/check-in/undo' | Undo | safe | desk.test.ts: tells the server once of a scan that is taken back
lib/api/usePassRequest.ts | post '/api/passes/find' | Send me my passes | safe | e2e/lost-answers.spec.ts: a request for passes
portal/features/account/DailyReport.tsx | put '/api/admin/daily-report' | Mail me the daily report | shown | AccountPage.test.tsx: whether the daily report is on
portal/features/account/OwnAddress.tsx | put '/api/admin/account' | Save | safe | AccountPage.test.tsx: how one finds out
portal/features/account/OwnSessions.tsx | delete '/api/admin/sessions/{id}' | Sign out | safe | AccountPage.test.tsx: how one finds out
portal/features/account/OwnSessions.tsx | delete '/api/admin/sessions' | Sign out everywhere | safe | AccountPage.test.tsx: how one finds out
portal/features/account/SecondFactor.tsx | delete '/api/admin/second-factor' | Turn off | safe | AccountPage.test.tsx: how one finds out
portal/features/administrators/ChangeDialog.tsx | put '/api/admin/users/{username}' | Save | said | AdministratorsPage.test.tsx: says so of a link that is mailed with a change
portal/features/administrators/InviteDialog.tsx | post '/api/admin/users' | Invite | safe | e2e/lost-answers.spec.ts: an invitation
portal/features/administrators/SendAgain.tsx | put '/api/admin/users/{username}' | Send again | said | AdministratorsPage.test.tsx: sending it again voids the link
portal/features/administrators/SessionsDialog.tsx | delete '/api/admin/users/{username}/sessions/{id}' | Sign out | safe | AdministratorsPage.test.tsx: shows after a lost answer to the end of
portal/features/administrators/SessionsDialog.tsx | delete '/api/admin/users/{username}/sessions' | Sign out everywhere | safe | AdministratorsPage.test.tsx: shows after a lost answer to the end of
portal/features/attendance/CheckOutOption.tsx | put '/api/check-in/lists' | Count who goes out | shown | AttendancePage.test.tsx: shows after a lost answer whether who goes out is counted
portal/features/attendance/ClearPractice.tsx | post '/api/check-in/clear' | Clear practice | safe | AttendancePage.test.tsx: not known whether the practice is cleared
portal/features/attendance/Phones.tsx | delete '/api/admin/users/{username}/sessions/{id}' | Sign out | safe | Phones.test.tsx: shows after a lost answer whether the phone is signed out
portal/features/attendance/Phones.tsx | post '/api/check-in/message' | Send | said | Phones.test.tsx: says that a message whose answer is lost is shown once more
portal/features/attendance/TickOff.tsx | post '/api/check-in/deal-with' | Tick off | safe | Found.test.tsx: ticks a double off once more without harm
portal/features/attention/AttentionPage.tsx | delete '/api/admin/attention/{order_id}/{flag}' | Mark as dealt with | safe | AttentionPage.test.tsx: leaves an entry that
portal/features/banners/BannerScreen.tsx | delete paths.remove | Delete | safe | e2e/lost-answers.spec.ts: a deletion
portal/features/banners/bannerForm.ts | post pathsOf(group).add | Add | safe | e2e/lost-answers.spec.ts: a banner is added once
portal/features/banners/bannerForm.ts | put pathsOf(group).update | Update | safe | portal/kit/forms/useForm.test.ts: whose it is when it was made
portal/features/bulk/BulkActionPage.tsx | post '/api/bulk/{id}/stop' | Stop | shown | lostAnswer.test.tsx: leads nobody to the opposite
portal/features/bulk/BulkActionPage.tsx | post '/api/bulk/{id}/resume' | Resume | shown | lostAnswer.test.tsx: leads nobody to the opposite
portal/features/bulk/NewBulkPage.tsx | post '/api/bulk/preview' | nothing, by a choice | look | bulk.test.tsx: says only that they could not be counted
portal/features/bulk/NewBulkPage.tsx | post '/api/bulk' | the name of the action | safe | lostAnswer.test.tsx: is sent again under its key
portal/features/candidate/CorrectionDialog.tsx | put '/api/customers/{customerId}' | Save | safe | e2e/lost-answers.spec.ts: a correction
portal/features/candidate/ExamsOfAll.tsx | put '/api/customers/{customerId}/exams' | Save | safe | ExamsOfAll.test.tsx: its answer is lost
portal/features/candidate/Notes.tsx | post '/api/customers/{customerId}/notes' | Add note | safe | CandidateRecord.test.tsx: whose answer was lost stays typed
portal/features/candidate/RefundDialog.tsx | post '/api/payments/{order_id}/refunds' | Refund | safe | RefundDialog.test.tsx: sends the same again under the same key
portal/features/candidate/ValidityDialog.tsx | post '/api/payments/{order_id}/validity' | Withdraw pass | safe | e2e/lost-answers.spec.ts: a withdrawal
portal/features/candidate/usePaymentActions.ts | put '/api/payments/{order_id}/status' | Mark Paid | safe | PaymentActions.test.tsx: asks again while the change may be under way
portal/features/candidate/usePaymentActions.ts | post '/api/payments/send-success-email/{order_id}' | nothing, by Mark Paid | said | PaymentActions.test.tsx: does not call the mail failed whose answer is lost
portal/features/candidate/usePaymentActions.ts | post '/api/payments/{order_id}/resend-email' | Send pass again | said | e2e/lost-answers.spec.ts: the pass once more
portal/features/candidate/usePaymentActions.ts | post '/api/payments/{order_id}/ask-again' | Ask the payment provider again | safe | e2e/lost-answers.spec.ts: a registration
portal/features/closing/ClosingPage.tsx | post '/api/closing' | Close registration | shown | ClosingPage.test.tsx: shows after a lost answer whether registration is open
portal/features/closing/DeleteDialog.tsx | post '/api/closing' | Delete for ever | safe | ClosingPage.test.tsx: shows after a lost answer that the deletion has begun
portal/features/colleges/CollegesPage.tsx | delete '/api/colleges/{id}' | Delete | safe | e2e/lost-answers.spec.ts: a deletion
portal/features/colleges/collegeForm.ts | post '/api/colleges' | Create College | safe | e2e/lost-answers.spec.ts: a new college and a new package
portal/features/event/LineCard.tsx | put '/api/payments/line/hold' | Hold the line | safe | EventPage.test.tsx: not known whether it is held or goes on
portal/features/event/LineCard.tsx | delete '/api/payments/line/hold' | Go on now | shown | EventPage.test.tsx: not known whether it is held or goes on
portal/features/event/eventForm.ts | put '/api/event/settings' | Save | safe | e2e/lost-answers.spec.ts: the settings of the event
portal/features/exports/ExportEntry.tsx | delete '/api/exports/{id}' | Cancel | safe | ExportsPage.test.tsx: shows after a lost answer whether an export is cancelled
portal/features/exports/NewExport.tsx | post '/api/exports' | Export | said | e2e/lost-answers.spec.ts: an export is in the list
portal/features/imports/ConfirmDialog.tsx | post '/api/imports' | Register | safe | ImportsPage.test.tsx: stays the same list when the question is closed
portal/features/imports/request.ts | post '/api/imports' | Check the list | look | ImportsPage.test.tsx: says only that a list could not be checked
portal/features/messages/ComposePage.tsx | post '/api/messages/preview' | Preview | look | messages.test.tsx: where only the look before it failed
portal/features/messages/ComposePage.tsx | post '/api/messages/test' | Test to myself | said | messages.test.tsx: does not promise of a test without an answer
portal/features/messages/ComposePage.tsx | post '/api/messages' | Send | safe | messages.test.tsx: stays the same message when the page is left
portal/features/messages/LeftOut.tsx | put '/api/messages/left-out' | Leave out, Write again | safe | messages.test.tsx: leaves an address out whose reader asks
portal/features/messages/MessagePage.tsx | post '/api/messages/{id}/stop' | Stop | shown | messages.test.tsx: shows after a lost answer to a
portal/features/messages/MessagePage.tsx | post '/api/messages/{id}/resume' | Resume | shown | messages.test.tsx: shows after a lost answer to a
portal/features/packages/PackagesPage.tsx | delete '/api/packages/{id}' | Delete | safe | e2e/lost-answers.spec.ts: a deletion
portal/features/packages/packageForm.ts | post '/api/packages' | Create Package | safe | e2e/lost-answers.spec.ts: a new college and a new package
portal/features/packages/useSaleState.ts | post '/api/packages' | Take off sale | shown | PackagesPage.test.tsx: is shown as it is after a lost answer
portal/features/registration/useCounterRegistration.ts | post '/api/customers' | Register and mark paid | safe | lostAnswer.test.tsx: is the same when it is pressed again
portal/features/results/CorrectDialog.tsx | put '/api/results/{course}/{customer_id}' | Correct | safe | results.test.tsx: corrects once more without harm
portal/features/results/ExamResultsPage.tsx | post '/api/results/{course}/withdraw' | Withdraw | safe | results.test.tsx: shows whether they were withdrawn
portal/features/results/PublishDialog.tsx | post '/api/results/{course}/publish' | Publish now | safe | results.test.tsx: publishes once more without harm
portal/features/results/Upload.tsx | post '/api/results/{course}' | Take it as the draft | safe | results.test.tsx: takes a file once more without harm
portal/features/seating/Assigning.tsx | post '/api/seating/{course}' | Assign seats | shown | seating.test.tsx: are shown as they are assigned
portal/features/seating/FillIn.tsx | post '/api/customers/fill-in' | Fill in for the others | safe | fillIn.test.tsx: whom a lost answer may have filled in
portal/features/seating/HallsPage.tsx | delete '/api/halls/{id}' | Delete | safe | e2e/lost-answers.spec.ts: a deletion
portal/features/seating/Publishing.tsx | post '/api/seating/{course}/publish' | Publish the seats | shown | seating.test.tsx: are shown as published
portal/features/seating/Publishing.tsx | delete '/api/seating/{course}' | Throw the draft away | shown | seating.test.tsx: are shown without the draft
portal/features/seating/hallForm.ts | put '/api/halls/{id}' | Save hall | safe | portal/kit/forms/useForm.test.ts: whose it is when it was made
portal/features/seating/hallForm.ts | post '/api/halls' | Add hall | safe | portal/kit/forms/useAdding.test.ts: is sent again under its key while its answer is lost
portal/features/seating/useMailOfRun.ts | post '/api/messages' | Mail them | safe | fillIn.test.tsx: is sent again under its key where its answer is lost
portal/features/seating/useMailOfRun.ts | post '/api/messages/preview' | Mail them | look | fillIn.test.tsx: is called failed where only the look before it was
portal/features/seating/useMoves.ts | post '/api/seating/{course}/move' | a seat | shown | seating.test.tsx: are shown with the candidate where they were moved
portal/features/session/invitation.ts | post '/api/admin/invitation' | nothing, by the link | look | InvitationPage.test.tsx: can be looked at again when the server gave no answer
portal/features/session/invitation.ts | put '/api/admin/invitation' | Save | safe | InvitationPage.test.tsx: signs in when it is pressed again
portal/features/session/login.ts | post '/api/admin/login' | Sign in | safe | none: the session that nobody heard of ends by itself
portal/features/session/login.ts | post '/api/admin/login/second-factor' | Sign in | said | LoginPage.test.tsx: asks for the next code
portal/features/session/login.ts | post '/api/admin/logout' | Logout | safe | session.test.tsx: by Logout tells the server
portal/features/sheet-sync/useSync.ts | post path | Sync Now | safe | SheetSyncPage.test.tsx: not known how it went when no answer came
portal/features/streams/ExamDetails.tsx | delete '/api/exam-details/{id}' | Delete | safe | e2e/lost-answers.spec.ts: a deletion
portal/features/streams/StreamsPage.tsx | delete '/api/exams/{id}' | Delete | safe | e2e/lost-answers.spec.ts: a deletion
portal/features/streams/StreamsPage.tsx | put '/api/exams/{id}' | Update Category | safe | portal/kit/forms/useForm.test.ts: whose it is when it was made
portal/features/streams/StreamsPage.tsx | post '/api/exams' | Add Category | safe | e2e/lost-answers.spec.ts: a new stream and a new exam
portal/features/streams/examDetailForm.ts | put '/api/exam-details/{id}' | Update Exam Detail | safe | portal/kit/forms/useForm.test.ts: whose it is when it was made
portal/features/streams/examDetailForm.ts | post '/api/exam-details' | Save Exam Detail | safe | e2e/lost-answers.spec.ts: a new stream and a new exam
portal/features/till/CloseTill.tsx | post '/api/till/close' | Close till | safe | e2e/lost-answers.spec.ts: “\${button}”
portal/kit/account/Enrolment.tsx | post '/api/admin/second-factor' | Set up second factor | safe | e2e/lost-answers.spec.ts: the second factor
portal/kit/account/Enrolment.tsx | post '/api/admin/second-factor/confirm' | Confirm | said | e2e/lost-answers.spec.ts: the second factor
portal/kit/account/PasswordForm.tsx | put '/api/admin/password' | Change password | safe | portal/features/account/AccountPage.test.tsx: when the answer to a new password is lost
portal/kit/checkIn/UndoDialog.tsx | post '/api/check-in/undo' | Take back | safe | portal/features/attendance/Found.test.tsx: keeps the question when the answer to an undo is lost
portal/kit/ordering/useArrangement.ts | put path | Save order | safe | portal/features/banners/order.test.tsx: says of a lost answer
site/features/contact/ContactForm.tsx | post '/api/contact' | Send Message | said | e2e/lost-answers.spec.ts: a message
site/features/pass/ChooseExams.tsx | put '/api/order/{order_id}/exams' | Save | safe | ChooseExams.test.tsx: keeps what is picked where an answer is lost
site/features/registration/MailOffer.tsx | post '/api/payments/line/mail' | Mail me when it is my turn | safe | mail.test.tsx: whose answer is lost
site/features/registration/openOrder.ts | post '/api/payments/create-order' | Register | safe | e2e/lost-answers.spec.ts: a registration
`;
